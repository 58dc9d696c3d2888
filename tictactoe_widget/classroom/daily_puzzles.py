"""Daily puzzles, chosen by `benchmarks/choose_daily_puzzles.py`."""

DAILY_PUZZLES = """\
mXOXOOXX.. wXOO.XOX.. mXOXO.X..O mXOXOOX... mXXO.O...X wXO...XXO. fX.O..XO..
wXOXOXO... dXOXOXXO.. wXOXO.OX.. wXXO.OX... dXOXO.X... wX.O.OX.X. wXXO......
mXOXXOXO.. bXOXOX.OX. bXOXX..O.O mXOXOO...X bXOX.X.O.. fXOXO..... mXO.....XO
wXOXOX..O. wXO..XOX.O dXOXXO.O.. wXXO.O..X. fXOXO..X.. bX....O.XO d.X..X.OO.
mXOXXO.O.X mXO.X.X.OO mXOXO...XO fXOO....X. mOX.XOX... wX.O..XOX. bXXO...O..
wXOXO..O.X f.X.OOX.X. wXOX.X.OO. mXOXXO...O dXOX..XO.. dXO.O.X.X. fX.O.O...X
mXOXXX.O.O wXO..XXOO. fXOXO.O.X. wXXOX..O.. bXO.XO..X. wXO....... wXOO.....X
mXOXX.XO.O dXOXOXX..O mXOX.O.OX. mXOX.O.X.O mXOX.O.X.. wXOOX..... mXXO..O...
wXOOXX.O.. bXOXOX..XO wXOOX.XO.. wOX..OX.X. fXO.X.XO.. fXOO..X... dXO......X
mXO.XOXOX. wXOO..OXX. bXO.XO.OX. mXOX..XOO. mXOXX...O. wXO.X.O... bX.O..O.X.
wXOOX.X..O wXOO.O.X.X mXOXX..OO. wXOXXO.... dXO.X.O.X. bOX.O.X... fOX.X....O
mXO.XO.OXX dXOXOOX.X. dXOX.X.O.O fXO...O.X. bXO.X...XO wXO.X....O wXO...O..X
wXOOX.O..X bXOXO.XOX. wXOOXO..X. mXOOXOX... mXO.XOX... wXOO.X.... mXXO....O.
mXO.XXO.XO mXO..OOX.X mXO.X.OOX. wXOX...XO. fXO.X..O.X dXOX.O.... dXX..O....
wXO.XXO.O. wXO..OOXX. wXOOX.O.X. mXOOXO...X mXO.XO...X fXO...XO.. bOX...X..O
mXOO.X.XXO fXOXO..OX. fXOOX..OX. wXO.X...OX dXOO.X..X. wXO.OX.... f.X.XO...O
mXXO.OX.XO dXOXO.XX.O bXOXOO..X. mXO.XOX..O bXO.OXX... b.X.O.XO.. wXO....O.X
wXOO.XXO.. bXOXXO..XO mXO.X..OXO wXO..OXX.. mXO.X.X.O. wXO..XO... mX...OX..O
mXXO.O.XXO wXXO.XOO.. wXOOX...XO mXO.XOO..X dXO..XO.X. wXO..X.O.. dX..X.O...
wXOO.XX.O. wX.OXXO.O. dXOO.X..XO fXO..X...O bXO..X.OX. wXO..X..O. bXX...O...
mXXO.XX.OO dXOX.O.XXO mXO.OXX..O wXXO.XO... fXOO..X..X fX.O..X.O. fX.O.O..X.
wXOO.X.XO. bXO.XOX.XO wXOOX..O.X mXO.XXO..O mXO..OX..X wXOO...X.. wX.OX...O.
mXOXO.XXO. mX.OXX..OO bXO..XO.XO wXXO..O.X. mXO..O.X.X dXO..O...X mOX.X.O...
mXOXO.OX.X wX.OX.X.OO mXO..X.OXO mXO.X.O.XO dXO..XX..O bXO..OX... d.X..X.O..
wXO.O.XO.X wX.O.XOOX. wXO.X..OOX wXXO...O.X bXO...XX.O wXO...OX.. bXX......O
mXOXOO..XX dXO.XOO.XX dXO..OXOX. mXO.XX.O.O wOX...XOX. wXO....X.O fX...XO..O
wXOO.O.XX. bXO.XXOOX. fXOO.OX.X. fXOXX..O.. fXXOX...O. f.X.OX..O. wX.O.X..O.
mXOXXX.OO. fXOOO.X.X. mXOO.OX..X mXO.X.XOO. mXXOXO.... wXO.O....X mOX..X..O.
wXX.XOO.O. wXX.XOO..O wXOO.XO.X. wXXOX....O dXO....XXO wX.O.X.O.. dXOX......
mXOXX..OOX wOXOXX...O mXO..OX.XO mXO.X.XO.O bXO..O..XX bXXO.O.... bOX.....X.
mXOX.XXOO. mX.O.OOXX. bXO..O.OXX wXXO...X.O mXXOX.O... wX.O.O.X.. fXOX...O..
wOXOXX.O.. dXO.X.OOXX wXO..XX.OO mXOO.X.X.O mXXO..OX.. dX.O.X...O wXX..O...O
mXOOXXO.X. bXO.XX.OXO mXO...XOXO wX.OXXO... fXXO.X..O. fXO.O.X... mXO..O.X..
wXOXO...OX wXOXOX.O.. dXXO.OX.O. fXXO..X.O. dXO....OXX wXX..O..O. dXO...X...
mXOOXX..XO wXOXOX...O wXOO.OXX.. mXO..XXO.O bXXO.O.X.. wXX...O.O. b.X.O...X.
wXOX...OOX dXO.X.XOXO mXXOX.OO.. wX.O.XOX.. mXXO...OX. wX...XO.O. fXO.X..O..
mXOOXOX.X. bXOOOXX.X. bXXO.OX..O mXO..OXX.O dX.O.XX..O bX.O.OX... wOXO....X.
mXOOX.XOX. fXOO..X.XO fXOO..XOX. wX.O.XO.X. bX.O.OXX.. wOXO.X.... mX.OX....O
wXOOXXO... wXOXO.XO.. wXOO..XXO. mXO..OXO.X mXXO.X...O fXO..O..X. dX.O....X.
mXOOX.XO.X mXX.X.O.OO mXXO..XOO. wX.O.X.X.O fXX..O..XO wOX..XO... bX.O.X....
wXOOXX...O dXOO.XXX.O wXOO..XO.X mXOO...XXO mXXO....XO dX.O....XO fXO...X..O
mXOOX.X.OX bXOO.XX.XO dXXO..X.OO fXXO..X..O dX.O..XX.O wOX..X...O wOX...O.X.
wXOOX.X.O. wXOXO..X.O mXXO..XO.O wX.O.X..XO bXX..OX.O. bX...OX.O. mXX..OO...
mXOOXO..XX wXO.XOO.X. bX.O.OX.XO mXXOXOO... mX.OXOX... w.X.OXO... dX....O.X.
wXOOX...OX dXO..XXOXO wXO.OOX..X wXX..OO.X. fOXOX.X... fXOX....O. bX.X.O....
mXOOX..OXX bXOO..XXXO mOXOXO..X. mXXOXO...O mX.OXO..X. w.X.OX...O fX.O..X..O
mXOO.XOXX. wXO.XO..XO fX.O..XOXO wX..X.O.XO dXX..OX..O wXO.XO.... wOX....OX.
wXO.X.O.OX fXO.OOX.X. wXO...OXXO mXXO.OOX.. bOX.XXO... wXO.X...O. mX..X.O..O
mXO..XOXXO mOX..XXO.O mOX.XXO.O. f.X.OXX.O. mX.OXO...X dOX.XO.... dX........
wXO.XX.OO. wXO.XXOO.. dOX.XOX.O. wX...XO.XO fOXOX...X. bOX..OX... bOX..X....
mXOO.OXX.X dXO..OXXXO bOX.OXX.O. mXXO.O.X.O dOX.X.O.X. fXO...X.O. fOXOX.....
wXO.XX..OO bXXO.OXX.O wXOO.O..XX wOX.OXX... bOX..XX.O. wXO....XO. wX....O...
mXOO.OX.XX wXO.X.OO.X mOX.OOX.X. mXXO..OOX. mX.OX.O.X. wXO.....OX mOX..X.O..
""".splitlines()
"""Puzzles by week, from Monday to Sunday, each as its kind's first letter and its marks."""
