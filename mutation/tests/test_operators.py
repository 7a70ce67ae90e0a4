"""Does each operator change what it says, and nothing else?"""

import unittest

from everyline.operators import mutants_of


def changes(code, operator=None, header="vigil/x/y.hpp"):
    """What becomes of the body of a function."""
    found = mutants_of(header, "void f(int n) {\n" + code + "\n}\n")
    return [each.changed for each in found if operator in (None, each.operator)]


class Statements(unittest.TestCase):
    def test_a_call_is_left_out(self):
        self.assertEqual(changes("g();", "delete"), [""])

    def test_a_declaration_stays(self):
        for declaration in ("const int a = n;", "std::vector<int> a(n);", "Widgets<int>& a = b;", "Thing* const a = b;",
                            "auto [a, b] = c;", "using A = B;"):
            self.assertEqual(changes(declaration, "delete"), [], declaration)

    def test_neighbours_change_places(self):
        self.assertEqual(changes("a(); b(); c();", "swap"), ["b(); a();", "c(); b();"])

    def test_statements_of_different_blocks_stay(self):
        self.assertEqual(changes("a(); { b(); }", "swap"), [])

    def test_a_lock_is_not_taken(self):
        found = mutants_of("vigil/x/y.hpp", "void f() { const LockGuard lock(mutex_); }")
        self.assertEqual([each.replacement for each in found if each.operator == "unlock"],
                         ["const ::vigil::mutants::MaybeLock lock(mutex_, !::vigil::mutants::is(THIS));"])

    def test_a_default_value_is_returned(self):
        self.assertEqual(changes("return g(n);", "empty"), ["return {};"])

    def test_what_has_a_default_value_already_stays(self):
        self.assertEqual(changes("return nullptr;", "empty"), [])

    def test_a_variable_begins_empty(self):
        found = mutants_of("vigil/x/y.hpp", "void f() { const int a = g(1); }")
        self.assertEqual([each.replacement for each in found if each.operator == "empty"],
                         ["std::remove_cvref_t<decltype(g(1))>{}"])

    def test_the_statement_of_a_lambda_is_left_out(self):
        self.assertEqual(changes("g([&] { h(); });", "delete"), ["", ""])


class Conditions(unittest.TestCase):
    def test_a_condition_is_negated_and_fixed(self):
        self.assertEqual(changes("if (a < b) g();", "negate"), ["!(a < b)"])
        self.assertEqual(changes("if (a < b) g();", "always"), ["true"])
        self.assertEqual(changes("if (a < b) g();", "never"), ["false"])

    def test_a_loop_is_only_left_out(self):
        self.assertEqual(changes("while (a < b) g();", "always") + changes("while (a < b) g();", "negate"), [])
        self.assertEqual(changes("while (a < b) g();", "never"), ["false"])

    def test_a_negation_is_made_once(self):
        self.assertEqual(changes("if (!a) g();", "negate"), [])
        self.assertEqual(changes("if (!a) g();", "operator"), ["a"])

    def test_each_side_is_left_out(self):
        self.assertEqual(changes("return a && b && c;", "operand"), ["b && c", "a && c", "a && b"])

    def test_a_choice_takes_the_other_way(self):
        self.assertEqual(changes("return a ? b : c;", "negate"), ["!(a)"])

    def test_what_the_compiler_evaluates_is_marked(self):
        def forms(code):
            return {each.form for each in mutants_of("vigil/x/y.hpp", code) if each.operator == "operator"}

        self.assertEqual(forms("void f() { if constexpr (a < b) g(); }"), {"constant"})
        self.assertEqual(forms("class A { static constexpr int b = 1 + c; };"), {"constant"})
        self.assertEqual(forms("void f() { constexpr int b = 1 + c; }"), {"constant"})
        self.assertEqual(forms("consteval int f() { g(); return 1 + c; }"), {"constant"})
        self.assertEqual(forms("constexpr int f() { return 1 + c; }"), {"expression"})


class Operators(unittest.TestCase):
    def test_an_operator_becomes_its_neighbour(self):
        self.assertEqual(changes("x = a + b * c;", "operator"), ["a - b * c", "a + b + c"])
        self.assertEqual(changes("x += a;", "operator"), ["x -= a"])
        self.assertEqual(changes("++x;", "operator"), ["--x"])

    def test_types_have_no_operators(self):
        self.assertEqual(changes("const A& a = b; C<D>&& e = f; G* g = h;", "operator"), [])

    def test_the_head_of_a_loop_ends_an_expression(self):
        self.assertEqual(changes("for (int i = 0; i != n; ++i) x += i;", "operator"), ["i == n", "--i", "x -= i"])

    def test_a_number_is_off_by_one(self):
        self.assertEqual(changes("x = 2;", "number"), ["3", "1"])
        self.assertEqual(changes("x = 0;", "number"), ["1"])

    def test_true_becomes_false(self):
        self.assertEqual(changes("return true;", "truth"), ["false"])

    def test_two_arguments_change_places(self):
        self.assertEqual(changes("g(a, b);", "arguments"), ["g(b, a)"])

    def test_the_arguments_of_a_declaration_stay(self):
        self.assertEqual(changes("Widget w(a, b);", "arguments"), [])


class Members(unittest.TestCase):
    CLASS = "class A {\n  int f() { return x_; }\n  int x_ = 0;\n  int y_ = 0;\n  bool z_ = false;\n};\n"

    def test_another_field_of_the_type_is_used(self):
        found = mutants_of("vigil/x/y.hpp", self.CLASS)
        self.assertEqual([each.changed for each in found if each.operator == "field"], ["y_"])

    def test_a_getter_of_the_same_name_is_no_other_one(self):
        chosen = "#if defined(A)\nint g() { return 0; }\n#else\nint g() { return 1; }\n#endif\n"
        found = mutants_of("vigil/x/y.hpp", chosen + "int f() { return g(); }\n")
        self.assertEqual([each.changed for each in found if each.operator == "field"], ["f()"])

    def test_another_enumerator_is_used(self):
        found = mutants_of("vigil/x/y.hpp", "enum class E { a, b };\nE f() { return E::b; }\n")
        self.assertEqual([each.changed for each in found if each.operator == "field"], ["E::a"])

    def test_what_a_field_begins_with_is_changed(self):
        found = mutants_of("vigil/x/y.hpp", self.CLASS)
        self.assertIn(("0", "1"), [(each.original, each.changed) for each in found if each.operator == "number"])


class Identity(unittest.TestCase):
    def test_equal_lines_of_a_function_are_numbered(self):
        found = mutants_of("vigil/x/y.hpp", "void f() { if (a) { g(); } else { g(); } }")
        self.assertEqual([each.nth for each in found if each.operator == "delete"], [0, 1])

    def test_a_line_above_changes_no_identity(self):
        one, other = (mutants_of("vigil/x/y.hpp", above + "void f() { g(); }") for above in ("", "int z;\n// more\n"))
        self.assertEqual([each.identity for each in one], [each.identity for each in other])

    def test_no_change_is_made_twice(self):
        found = mutants_of("vigil/x/y.hpp", "void f() { if (a == b) g(); return h(!c); }")
        self.assertEqual(len({(each.begin, each.end, each.replacement) for each in found}), len(found))


if __name__ == "__main__":
    unittest.main()
