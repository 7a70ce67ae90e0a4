import unittest

from pagecheck.trace import find, steps_of
from tests.fixture import COLUMNS, LIST

OF_TWO = steps_of(COLUMNS.splitlines())
OF_MANY = steps_of(LIST.splitlines())


class Trace(unittest.TestCase):
    def test_in_columns_has_the_thread_of_each_step(self) -> None:
        self.assertEqual([(step.number, step.thread) for step in OF_TWO],
                         [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (6, None), (7, 0)])

    def test_in_a_list_has_the_thread_of_each_step(self) -> None:
        self.assertEqual([(step.number, step.thread) for step in OF_MANY], [(1, 3), (2, 0), (3, 0)])

    def test_joins_the_lines_of_a_step(self) -> None:
        self.assertEqual(OF_TWO[1].text, "cas latch: 0 -> 1, seq_cst (initial) [latch.get_sleepy]")
        self.assertEqual(OF_MANY[0].text, "fetch_add counters: 0 -> 4, seq_cst (initial) [counters.inactive]")
        self.assertIn("STALE: step 9 already wrote 2", OF_TWO[4].text)
        self.assertIn("to be woken", OF_TWO[6].text)

    def test_is_not_in_a_list_of_another_kind(self) -> None:
        self.assertEqual(steps_of([" 1  poster asks: the queue is empty   all zero", " 2  poster pushes"]), [])
        self.assertEqual(steps_of(["| 1 | a |", "step by step"]), [])

    def test_finds_the_first_step_of_a_thread(self) -> None:
        self.assertEqual(find(OF_TWO, 0, "[latch.probe]", 1), 1)
        self.assertEqual(find(OF_MANY, 0, "[counters.inactive]", 1), 2)
        self.assertEqual(find(OF_TWO, 0, "VIOLATION", 1), 7)

    def test_finds_a_later_step(self) -> None:
        self.assertEqual(find(OF_TWO, 0, "[latch.probe]", 2), 5)

    def test_finds_words_and_not_their_parts(self) -> None:
        self.assertEqual(find(OF_TWO, 1, "lock", 1), 4)

    def test_finds_a_place_in_the_code_if_no_operation_is_meant(self) -> None:
        self.assertEqual(find(OF_TWO, 1, "wake", 1), 4)

    def test_finds_nothing_where_nothing_is(self) -> None:
        self.assertIsNone(find(OF_TWO, 1, "[latch.probe]", 1))
        self.assertIsNone(find(OF_TWO, 0, "[latch.probe]", 3))
        self.assertIsNone(find(OF_TWO, 0, "[latch.probe]", 0))
