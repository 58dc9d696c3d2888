"""The lint of GitHub's workflow files: actions that could move, and permissions left open."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORKFLOW = """\
name: Check
on: push
{permissions}
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: {action}
"""


def find_faults(folder, permissions="permissions: {}", action=f"a/b@{COMMIT} # v1.2.3"):
    """Lint one workflow; return the exit status and what was said of it."""
    file = folder / ".github/workflows/check.yml"
    file.parent.mkdir(parents=True)
    file.write_text(WORKFLOW.format(permissions=permissions, action=action))
    done = subprocess.run(
        [str(shutil.which("node")), str(ROOT / ".ci/check_workflows.mjs")],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "action", [f"a/b@{COMMIT} # v1.2.3", f"a/b/c@{COMMIT} # v4", "./.github/actions/own"]
)
def test_actions_that_nobody_can_move_are_left_alone(tmp_path, action):
    assert find_faults(tmp_path, action=action) == (0, "")


@pytest.mark.parametrize(
    "action",
    [
        "a/b@v1",
        "a/b@release/v1",
        "a/b@main",
        f"a/b@{COMMIT}",
        f"a/b@{COMMIT[:7]} # v1.2.3",
        f"a/b@{COMMIT} # main",
        "docker://alpine:3",
    ],
)
def test_an_action_that_could_move_or_does_not_say_its_version_is_named(tmp_path, action):
    status, said = find_faults(tmp_path, action=action)
    assert status == 1
    assert ".github/workflows/check.yml:8:9: an action is pinned by its commit" in said
    assert said.rstrip().endswith(f"not {action}")


def test_a_workflow_without_permissions_is_named(tmp_path):
    status, said = find_faults(tmp_path, permissions="")
    assert status == 1
    assert "check.yml:1:1: a workflow says its permissions before its jobs" in said
