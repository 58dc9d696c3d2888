"""Times and shares as the sentences of sessions write them."""

from tictactoe_widget.validation import write_count


def write_duration(seconds: float) -> str:
    """Return a time as people say it, in seconds, minutes or hours.

    >>> write_duration(0.2), write_duration(91)
    ('1 second', '2 minutes')
    """
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return write_count(round(seconds / size), unit)
    return write_count(max(1, round(seconds)), "second")


def write_share(share: float) -> str:
    """Return a share in percent; one that is not 0 or 1 is not written as 0 or 100.

    >>> write_share(0.0), write_share(0.001), write_share(0.526), write_share(0.9999)
    ('0 %', 'under 1 %', '53 %', 'over 99 %')
    """
    percent = round(100 * share)
    if share > 0 and percent == 0:
        return "under 1 %"
    if share < 1 and percent == 100:
        return "over 99 %"
    return f"{percent} %"
