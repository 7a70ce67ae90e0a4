"""Makes a release: checks the tree, sets the version, dates the changelog, and writes archives, checksums and single
headers.

  packaging/release VERSION [--dry-run] [--tag] [--date YYYY-MM-DD] [--output DIRECTORY] [--url URL]

The repository stays as it is, so that one can look at the files first, unless --tag is given: then the commit is on the
current branch, with the tag vVERSION. Nothing is pushed. Two runs with the same date write the same bytes.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import changelog, versions
from .versions import Mistake, Version


class Git:
    """The repository at `root`. What it writes goes to `objects` if that is given, and is gone with it."""

    def __init__(self, root: Path, objects: Path | None = None) -> None:
        self.root = root
        self.environment = dict(os.environ)
        if objects is not None:
            own = self("rev-parse", "--path-format=absolute", "--git-path", "objects")
            self.environment |= {"GIT_OBJECT_DIRECTORY": str(objects), "GIT_ALTERNATE_OBJECT_DIRECTORIES": own}

    def __call__(self, *arguments: str | Path, **environment: str) -> str:
        done = subprocess.run(["git", *map(str, arguments)], cwd=self.root, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              env={**self.environment, **environment})
        if done.returncode != 0:
            raise Mistake(f"git {' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done.stdout.strip()

    def extract(self, commit: str, to: Path, *paths: str) -> None:
        """Writes files and folders of a commit below `to`."""
        archive = to.with_suffix(".tar")
        self("archive", f"--output={archive}", commit, *paths)
        to.mkdir()
        subprocess.run(["tar", "-C", to, "-xf", archive], check=True)


def _tags(git: Git) -> list[Version]:
    found = []
    for tag in git("tag", "--list", "v*").split():
        try:
            found.append(Version.of(tag.removeprefix("v")))
        except Mistake:
            pass
    return found


def _check(git: Git, version: Version, date: str) -> None:
    """Whether the tree can be released as this version. Writes nothing."""
    root = git.root
    if not (root / ".git").exists():
        raise Mistake("this is no clone: a release is made of a commit")
    if dirty := git("status", "--porcelain"):
        raise Mistake(f"the tree has changes that are not committed:\n{dirty}")
    places = versions.read(root)
    if len(set(places.values())) != 1:
        raise Mistake("the places of the version disagree: " + ", ".join(f"{path} {at}" for path, at in places.items()))
    if version < places[versions.HEADER]:
        raise Mistake(f"{version} is older than {places[versions.HEADER]}, the version of the tree")
    tags = _tags(git)
    if version in tags:
        raise Mistake(f"there is a tag v{version}: a version is released once")
    if tags and version < max(tags):
        raise Mistake(f"{version} is older than v{max(tags)}, which is released")
    changelog.dated((root / "CHANGELOG.md").read_text(), version, date)


def _commit(git: Git, temporary: Path, version: Version, date: str) -> str:
    """The commit of the release. No branch has it yet, and the date decides its name."""
    changed = temporary / "changed"
    paths = [*versions.PLACES, "CHANGELOG.md"]
    git.extract("HEAD", changed, *paths)
    versions.write(changed, version)
    file = changed / "CHANGELOG.md"
    file.write_text(changelog.dated(file.read_text(), version, date))
    index = {"GIT_INDEX_FILE": str(temporary / "index")}
    git("read-tree", "HEAD", **index)
    for path in paths:
        blob = git("hash-object", "-w", f"--path={path}", changed / path)
        git("update-index", "--cacheinfo", f"100644,{blob},{path}", **index)
    when = {f"GIT_{role}_DATE": f"{date}T12:00:00Z" for role in ("AUTHOR", "COMMITTER")}
    return git("commit-tree", git("write-tree", **index), "-p", "HEAD", "-m", f"Release {version}", **when)


def _archives(git: Git, commit: str, version: Version, output: Path) -> None:
    prefix = f"vigil-{version}"
    # Without a name or a time in the compressed file.
    git("-c", "tar.tar.gz.command=gzip -cn", "archive", f"--prefix={prefix}/", "--format=tar.gz",
        f"--output={output / f'{prefix}.tar.gz'}", commit)
    git("archive", f"--prefix={prefix}/", f"--output={output / f'{prefix}.zip'}", commit, TZ="UTC")


def _wrap(version: Version, output: Path, url: str) -> str:
    archive = f"vigil-{version}.tar.gz"
    digest = hashlib.sha256((output / archive).read_bytes()).hexdigest()
    source = f"source_url = {url.rstrip('/')}/{archive}\n" if url else ""
    return f"""[wrap-file]
directory = vigil-{version}
{source}source_filename = {archive}
source_hash = {digest}

[provide]
dependency_names = vigil, vigil-c
"""


def _write_files(git: Git, commit: str, temporary: Path, version: Version, output: Path, url: str) -> None:
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    _archives(git, commit, version, output)
    released = temporary / "released"
    git.extract(commit, released, "core", "LICENSE", "packaging/single-header")
    subprocess.run([released / "packaging/single-header", "-o", output], stdout=subprocess.DEVNULL, check=True)
    (output / "vigil.wrap").write_text(_wrap(version, output, url))
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(output.iterdir())]
    (output / "SHA256SUMS").write_text("".join(sums))


def _release(root: Path, given: argparse.Namespace) -> None:
    version = Version.of(given.version)
    try:
        date = datetime.date.fromisoformat(given.date).isoformat()
    except ValueError:
        raise Mistake(f"'{given.date}' is no date such as 2026-11-26") from None
    _check(Git(root), version, date)
    output = (given.output or root / "build/release" / str(version)).resolve()
    if output.exists() and any(output.iterdir()) and not (output / "SHA256SUMS").exists():
        raise Mistake(f"{output} is not empty, and no release")
    with tempfile.TemporaryDirectory() as directory:
        temporary = Path(directory)
        (temporary / "objects").mkdir()
        git = Git(root, None if given.tag else temporary / "objects")
        commit = _commit(git, temporary, version, date)
        if given.dry_run:
            print(git("show", "--format=%s%n", "--unified=0", commit))
            print(f"\nnothing was written; without --dry-run the files are in {output}")
            return
        _write_files(git, commit, temporary, version, output, given.url)
        for file in sorted(output.iterdir()):
            print(file)
        if given.tag:
            git("merge", "--quiet", "--ff-only", commit)
            git("tag", "--annotate", "--no-sign", f"--message=Vigil {version}", f"v{version}", commit)
            print(f"commit {commit}, tag v{version}: push both, and publish the files")
        else:
            print(f"the repository is as it was; --tag commits this and makes the tag v{version}")


def main(root: Path, arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="packaging/release", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="check, show the commit, and write nothing")
    parser.add_argument("--tag", action="store_true", help="commit to the current branch, and tag")
    parser.add_argument("--date", default=datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
                        metavar="YYYY-MM-DD", help="of the release (today)")
    parser.add_argument("--output", type=Path, metavar="DIRECTORY", help="where files are written (build/release/VERSION)")
    parser.add_argument("--url", default="", help="where the archives will be, for vigil.wrap")
    given = parser.parse_args(arguments)
    if given.dry_run and given.tag:
        parser.error("--dry-run writes nothing, so it makes no tag")
    try:
        _release(root, given)
    except Mistake as reason:
        print(f"packaging/release: {reason}", file=sys.stderr)
        return 1
    return 0
