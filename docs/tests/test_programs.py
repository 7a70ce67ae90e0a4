import unittest

from pagecheck import programs

HELP = """\
Usage: vigil check [OPTIONS] [pattern]

Positionals:
  pattern TEXT                Only models whose name contains this, or -x

Options:
  -h,--help                   Print this help message and exit
  --quick Excludes: --full    Seconds for each model (default)
  -j,--jobs UINT:UINT in [1 - 1024]
                              Models --at the same time
"""

USAGE = """\
usage: ./vigil COMMAND [ARGUMENT...]

  check [PATTERN] [...]   run the models
  list, explain           see `./vigil --help-program`
  docs [--check] [--measured]
                          the figures
  format [--check]        clang-format, over everything
  help                    this
"""


class Programs(unittest.TestCase):
    def test_list_their_models(self) -> None:
        self.assertEqual(programs.models_in("a/b\n  says a/c\n\na/d\n"), {"a/b", "a/d"})

    def test_list_their_benchmarks(self) -> None:
        self.assertEqual(programs.benchmarks_in("a/b/workers:1/real_time\na/c/iterations:1/manual_time\n"),
                         {"a/b/workers:1", "a/c"})

    def test_list_the_options_of_a_command(self) -> None:
        self.assertEqual(programs.options_in(HELP), {"-h", "--help", "--quick", "-j", "--jobs"})

    def test_include_the_launcher(self) -> None:
        found = programs.launcher_in(USAGE)
        self.assertEqual(found["docs"], {"--help", "--check", "--measured"})
        self.assertEqual(found["format"], {"--help", "--check"})
        self.assertIsNone(found["check"])
        self.assertIn("explain", found)
        self.assertIn("--help-program", found[""] or set())
