"""What the system tells of the time that a processor gave, or did not give."""

import os


def time_kept_waiting(task: str) -> float:
    """Return the time that a thread or process could have computed and got no processor.

    Parameters
    ----------
    task : str
        Its folder in ``/proc``: ``str(pid)``, or ``f"self/task/{thread}"`` for a thread of
        this process, by its native number.

    Returns
    -------
    float
        Time since it began, in seconds; 0 where the system does not tell it, as Linux does.
        The wait that it may be in is not part of it.
    """
    # Not by pathlib: this is asked while a player's time runs.
    try:
        told = os.open(f"/proc/{task}/schedstat", os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(os.read(told, 99).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
    finally:
        os.close(told)
