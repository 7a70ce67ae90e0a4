"""./vigil mutate: changes every line of core, one at a time, and reports which check notices."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path
from typing import TextIO

from . import record
from .alone import NOT_COMPILED, Alone, NotJudged
from .arguments import Mistake, arguments_in, without_mutant
from .build import Build, BuildFailed, core_mutants
from .killers import Killer, Programs, Stopped, stop
from .operators import Mutant
from .report import Report
from .verdicts import Judge, State, digest_of


# Verdicts of all machines, in the repository; and what this machine has made.
KEPT = "mutation/verdicts"
MADE = "build/mutate"


def say(text: str) -> None:
    print(f"vigil mutate: {text}", file=sys.stderr, flush=True)


def killers_of(programs: Programs, count: int, digest: str, file: Path, jobs: int,
               with_stress: bool) -> tuple[list[Killer], list[str]]:
    """Measured once for the same sources. Also the names of the tests that fail without a mutant, and can kill none."""
    known = json.loads(file.read_text()) if file.exists() else {}
    if known.get("digest") == digest and known.get("stress") >= with_stress:
        return [Killer(**{**each, "reached": set(each["reached"])}) for each in known["killers"]
                if with_stress or each["kind"] != "stress"], known["failing"]
    found = programs.models() + programs.tests("proof", "vigil_proofs")
    if with_stress:
        found += programs.tests("stress", "vigil_stress", "*EachOfManyJobs*")
    say(f"running {len(found)} checks without a mutant, to see what each reaches")
    with ThreadPoolExecutor(jobs) as pool:
        passed = list(pool.map(lambda each: programs.measure(each, count), found))
    failing = [killer for killer, is_passed in zip(found, passed) if not is_passed]
    for killer in failing:
        say(f"left out, because it fails without a mutant: {killer.kind} {killer.name}")
    names = [killer.name for killer in failing if killer.kind == "proof"]
    killers = [killer for killer, is_passed in zip(found, passed) if is_passed and killer.reached]
    file.write_text(json.dumps({"digest": digest, "stress": with_stress, "failing": names, "killers":
                                [{**each.__dict__, "reached": sorted(each.reached)} for each in killers]}))
    return killers, names


def sample(candidates: list[Mutant], alone: Alone, count: int, seed: str) -> int:
    """A few mutants, each compiled alone beside a build: what a change waits for."""
    random.Random(seed).shuffle(candidates)
    judged = survivors = 0
    for mutant in candidates:
        if judged == count:
            break
        start = time.monotonic()
        kind, by, how = alone.judge_nearby(mutant) or alone.judge([mutant])[0]
        # Only where the compiler is asked is its answer a verdict.
        if how == NOT_COMPILED and mutant.form != "constant":
            continue
        # A proof with threads of its own may need another schedule.
        if kind == "survived":
            kind, by, how = alone.judge_nearby(mutant) or alone.judge([mutant])[0]
        judged += 1
        survivors += kind == "survived"
        print(f"{kind}: {mutant.header}:{mutant.line}: `{mutant.original}` -> `{mutant.changed}`: "
              f"{by} {how} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{judged - survivors} of {judged} mutants killed, drawn by the seed {seed}")
    return 1 if survivors else 0


def keep(root: Path, mutants: list[Mutant], argued: Collection[tuple]) -> int:
    """Writes the verdicts on these sources into the repository."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()

    if git("status", "--porcelain", "--", ".", f":(exclude){KEPT}"):
        say("verdicts are kept with a commit, and some changes are in none")
        return 2
    digest = digest_of(root)
    state = State(root / MADE / "verdicts.jsonl", digest)
    if not state.now:
        say(f"there is nothing to keep: {MADE} has no verdict on these sources")
        return 2
    invalid = Build(root, mutants, root / MADE, 1, say).invalid
    identities = [mutant.identity for mutant in mutants]
    for name in sorted({mutant.part for mutant in mutants}):
        of_part = [mutant for number, mutant in enumerate(mutants) if mutant.part == name and number not in invalid]
        now = {record.key_of(each.identity): record.Verdict(row["kind"], row["by"], row["how"], each.identity in argued)
               for each in of_part if (row := state.now.get(each.identity))}
        if now:
            date = datetime.now(timezone.utc).date().isoformat()
            record.keep(root / KEPT, name, record.Part(digest, git("rev-parse", "--short=8", "HEAD"), date, len(of_part), now),
                        identities)
            print(f"{name}: {len(now)} of {len(of_part)} kept in {KEPT}/{name}.txt")
    return 0


def lock_of(directory: Path) -> TextIO | None:
    """Held until it is closed, also by the end of the process; none if another run holds it. Two runs would write each
    other's copies of core."""
    lock = open(directory / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def judge_all(root: Path, mutants: list[Mutant], chosen: list[tuple[int, Mutant]], arguments: dict,
              kept: dict[str, record.Part], options) -> int:
    directory = root / MADE
    directory.mkdir(parents=True, exist_ok=True)
    if (held := lock_of(directory)) is None:
        say(f"another run works in {directory}")
        return 2
    with held:
        return judge_in(directory, root, mutants, chosen, arguments, kept, options)


def judge_in(directory: Path, root: Path, mutants: list[Mutant], chosen: list[tuple[int, Mutant]], arguments: dict,
             kept: dict[str, record.Part], options) -> int:
    build = Build(root, mutants, directory, options.jobs, say)
    try:
        build.run(["vigil_program", "vigil_proofs"] + (["vigil_stress"] if options.stress else []))
    except BuildFailed as failure:
        print(failure, file=sys.stderr)
        return 6
    digest = digest_of(root)
    programs = Programs(directory)
    killers, failing = killers_of(programs, len(mutants), digest, directory / "killers.json", options.jobs, options.stress)
    chosen = [each for each in chosen if each[0] not in build.invalid]
    state = State(directory / "verdicts.jsonl", digest,
                  record.rows_of(kept.values(), [each.identity for each in mutants]))
    alone = Alone(root, directory / "programs", options.jobs, failing)
    Judge(programs, alone, killers, arguments.keys(), state, say).run(chosen, options.jobs)
    report = Report([mutant for _, mutant in chosen], state, arguments)
    (directory / "survivors.txt").write_text(report.list_of_survivors())
    print(report.table())
    mistakes = report.mistakes()
    for mistake in mistakes[:20]:
        print(mistake)
    if len(mistakes) > 20:
        print(f"and {len(mistakes) - 20} more")
    if mistakes:
        say(f"{directory / 'survivors.txt'} lists what survives")
    return 1 if mistakes else 0


def judged(judging: Callable[[], int]) -> int:
    """Its exit status, or that of a breakdown."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        return judging()
    except Stopped as stopped:
        say("stopped; the next run goes on from here")
        return 128 + stopped.args[0]
    except NotJudged as reason:
        say(f"a mutant could not be judged: {reason}")
        return 5


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return int(text)


def main(root: Path, words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="vigil mutate", description=__doc__)
    parser.add_argument("part", nargs="*", help="parts of core, or headers: deque, vigil/pool/worker.hpp")
    parser.add_argument("--jobs", "-j", type=positive, default=os.cpu_count() or 1)
    parser.add_argument("--sample", type=positive, help="so many mutants, drawn at random, each compiled alone")
    parser.add_argument("--seed", default="1", help="what they are drawn from")
    parser.add_argument("--beside", type=Path, help="a build directory, whose objects a sample is linked with")
    parser.add_argument("--stress", action="store_true", help="run stress tests on what models and proofs leave")
    parser.add_argument("--keep", action="store_true", help=f"write the verdicts of this machine to {KEPT}, and run nothing")
    parser.add_argument("--print", action="store_true", help=f"print the score of what is in {KEPT}, and run nothing")
    options = parser.parse_args(words)
    if (options.keep or options.print) and len(words) != 1:
        say("--keep and --print stand alone")
        return 2

    mutants = core_mutants(root)
    for name in options.part:
        if not any(name in (mutant.part, mutant.header) for mutant in mutants):
            say(f"core has no part or header {name}; the parts are " +
                ", ".join(sorted({mutant.part for mutant in mutants})))
            return 2
    chosen = [(number, mutant) for number, mutant in enumerate(mutants)
              if not options.part or mutant.part in options.part or mutant.header in options.part]
    try:
        arguments = arguments_in(root / "mutation/argued")
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        return 2
    if stale := without_mutant(arguments, mutants):
        print("\n".join(stale), file=sys.stderr)
        return 2
    try:
        kept = record.kept_in(root / KEPT)
    except record.Damaged as mistake:
        print(mistake, file=sys.stderr)
        return 2
    if options.keep:
        return keep(root, mutants, arguments)
    if options.print:
        if not kept:
            say(f"nothing is kept in {KEPT}")
            return 2
        print(record.scores(kept))
        return 0
    if options.sample is not None:
        programs = (options.beside or root / "build/release").resolve()
        if not (programs / "compile_commands.json").is_file():
            say(f"{programs} is no build of Vigil; name one by --beside")
            return 2
        return judged(lambda: sample([mutant for _, mutant in chosen if mutant.identity not in arguments],
                                     Alone(root, programs, options.jobs), options.sample, options.seed))
    return judged(lambda: judge_all(root, mutants, chosen, arguments, kept, options))
