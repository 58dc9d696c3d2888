"""The lint script for GitHub workflows: pinned actions and stated permissions."""

import shutil

from tests.support.scenes.scripts import ROOT, start

COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORKFLOW = """\
name: Check
on: push
{permissions}
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
{steps}
"""


def find_faults(folder, permissions="permissions: {}", actions=(f"a/b@{COMMIT} # v1.2.3",)):
    """Lint one workflow. Return the exit status and the messages."""
    file = folder / ".github/workflows/check.yml"
    file.parent.mkdir(parents=True)
    steps = "\n".join(f"      - uses: {action}" for action in actions)
    file.write_text(WORKFLOW.format(permissions=permissions, steps=steps))
    done = start(str(shutil.which("node")), ROOT / ".ci/check_workflows.mjs", cwd=folder)
    return done.returncode, done.stderr


def test_pinned_actions_pass(tmp_path):
    actions = [f"a/b@{COMMIT} # v1.2.3", f"a/b/c@{COMMIT} # v4", "./.github/actions/own"]
    assert find_faults(tmp_path, actions=actions) == (0, "")


def test_unpinned_actions_reported(tmp_path):
    actions = [
        "a/b@v1",
        "a/b@release/v1",
        "a/b@main",
        f"a/b@{COMMIT}",
        f"a/b@{COMMIT[:7]} # v1.2.3",
        f"a/b@{COMMIT} # main",
        "docker://alpine:3",
    ]
    status, said = find_faults(tmp_path, actions=actions)
    assert status == 1
    faults = said.splitlines()
    assert len(faults) == len(actions)
    for line, (action, fault) in enumerate(zip(actions, faults, strict=True), 8):
        assert f".github/workflows/check.yml:{line}:9: an action must be pinned as" in fault
        assert fault.endswith(f"not {action}")


def test_missing_permissions_reported(tmp_path):
    status, said = find_faults(tmp_path, permissions="")
    assert status == 1
    assert "check.yml:1:1: a workflow must state its permissions before its jobs" in said
