K = 0
TEMPO = (0,) * 8
WORTH: dict[int, tuple[int, int]] = {}
