/* A player of free-style gomoku, in which a row of five or more marks wins.

   The program uses the protocol of Gomocup, a tournament for gomoku programs. It is an opponent
   for "expert" (see `engine_match.py`) and shares no code with the package.

   The program consists of these parts, from the bottom up:

   - Lines. For each cell and each of the four directions, the program stores the contents of
     the four cells on either side. A table shows what a mark on the cell would make in this
     direction for each side: a five, an open four, a four, an open three and so on.
   - Kinds. The four directions together determine a cell's kind for each side, such as "a four
     and an open three at once". The estimate of a position is a sum over all cells.
   - Fours. A search of moves that each threaten a five, so the opponent's answer is forced.
   - Threats. A similar search, which also tries moves that threaten an open four. The opponent
     has only a few answers to such a threat. Games don't use this search. The command THREATS,
     followed by a number of positions, starts this search in the position from the command
     SHOW. SHOW is like BOARD, but the program makes no move.
   - Search. Alpha-beta with iterative deepening and a transposition table, which searches late
     moves less deeply. If a five or an open four is threatened, the search considers only
     answers to the threat, and these answers cost no depth. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- The board: cells in rows of STRIDE, inside a wall that is REACH cells wide. --- */

enum {
  REACH = 4,
  LARGEST = 20,
  SMALLEST = 5,
  STRIDE = 32,
  CELLS = (LARGEST + 2 * REACH) * STRIDE,
  NOWHERE = 0
};

/* Contents of a cell. A side is 0 or 1, and its mark is the side plus one. */
enum { EMPTY, WALL = 3 };

static const int STEPS[4] = {1, STRIDE, STRIDE + 1, STRIDE - 1};

static int size; /* number of rows and of columns, or 0 before START */
static int empty_count;
static uint8_t marks[CELLS];
static uint64_t hash;
static uint64_t hash_of[2][CELLS];

static int cell_at(int x, int y) { return (y + REACH) * STRIDE + x + REACH; }
static int x_of(int cell) { return cell % STRIDE - REACH; }
static int y_of(int cell) { return cell / STRIDE - REACH; }

/* --- Lines: what a mark would make in one direction. --- */

/* Classes of a line after a mark is placed on its middle cell. A four becomes a five with one
   more mark. In the same way, a three becomes a four, a two becomes a three, and a one becomes
   a two. If a line is open, the line that it becomes is open, too. An open four can become a
   five in two ways, so no single answer stops it. */
enum { NOTHING, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE };

/* A code contains eight marks of two bits each: the four cells before the middle cell, and the
   four cells after it. */
enum { CODES = 1 << 16 };

static uint16_t codes[4][CELLS];
static uint8_t class_of[2][CODES];

/* Return the position in a code of the mark at an offset from the middle cell. */
static int shift_of(int offset) { return 2 * (offset + REACH - (offset > 0)); }

/* Return the class of a code for side 0, and store it in the table. */
static int classify(int code) {
  uint8_t *kept = &class_of[0][code];
  if (*kept != UINT8_MAX) return *kept;
  int line[2 * REACH + 1], completing = 0;
  for (int offset = -REACH; offset <= REACH; offset++)
    line[offset + REACH] = offset ? code >> shift_of(offset) & 3 : 1;
  for (int start = 0; start <= REACH; start++) {
    int own = 0, empty = 0, other = 0;
    for (int i = start; i < start + 5; i++) {
      own += line[i] == 1;
      other += line[i] > 1;
      if (line[i] == EMPTY) empty = i;
    }
    if (own == 5) return *kept = FIVE;
    if (own == 4 && !other) completing |= 1 << empty;
  }
  if (completing) return *kept = completing & (completing - 1) ? OPEN_FOUR : FOUR;
  int best = 0;
  for (int offset = -REACH; offset <= REACH; offset++)
    if (offset && line[offset + REACH] == EMPTY) {
      int next = classify(code | 1 << shift_of(offset));
      if (next > best) best = next;
    }
  return *kept = (uint8_t)(best > 2 ? best - 2 : NOTHING);
}

/* --- Kinds: what a mark would make in all four directions together. --- */

/* Kinds of cells, in ascending order. From MAKES_FOUR on, the opponent's answer is forced. */
enum {
  QUIET,
  MAKES_THREE,       /* an open three */
  MAKES_THREES,      /* two open threes */
  MAKES_FOUR,        /* a four */
  MAKES_FOUR_THREE,  /* a four, and an open three in another direction */
  MAKES_OPEN_FOUR,   /* an open four, or fours in two directions */
  MAKES_FIVE,
  KINDS
};

/* A cell's contribution to an estimate, by the classes of its two best lines: for the side to
   move, and for the side that waits. A logistic regression fitted these numbers to games that
   the engine played against itself. Adding 300 multiplies the odds of a win by e. */
static const int WORTH[2][OPEN_FOUR][OPEN_FOUR] = {
    {
      {27},
      {25, 4},
      {-2, 6, 0},
      {17, 25, 4, -2},
      {-8, -14, -2, 7, 20},
      {27, 1, 11, 11, 39, 36},
      {10, 5, 49, 37, 117, 104, 182},
      {-26, 11, 86, 83, 174, 91, 3, 0},
    },
    {
      {25},
      {11, 8},
      {-6, 4, 0},
      {16, 28, 1, 5},
      {-3, -17, -3, 8, 14},
      {24, -7, 12, 10, 38, 27},
      {25, -26, 36, 27, 62, 57, 56},
      {8, 10, 77, 79, 146, 149, 298, 0},
    },
};
enum { WORTH_OF_MOVE = -49 };

/* A move's contributions to the move order: its own lines, and the lines that it blocks. */
static const int ORDER_OF_CLASS[FIVE + 1] = {0, 1, 4, 8, 20, 26, 60, 66, 400, 1000};
static const int ORDER_OF_KIND[KINDS] = {0, 0, 80, 0, 200, 500, 3000};

/* A cell's lines are four classes of four bits each, packed into a number below LINES. */
enum { LINES = 1 << 16 };

typedef struct {
  int16_t worth[2]; /* contribution to the estimate if the side is to move (0) or waits (1) */
  int16_t order;    /* contribution to the move order */
  uint8_t kind;
} Meaning;

static Meaning meaning_of[LINES];
static uint16_t lines[2][CELLS];

static int kind_of(int side, int cell) { return meaning_of[lines[side][cell]].kind; }

/* Counts over all empty cells, by side. */
static int kind_counts[2][KINDS];
static int worths[2][2]; /* by side, and by whether it is to move (0) or waits (1) */
/* Cells in which a side makes a four or more, in any order, and each cell's index. */
static uint16_t fours[2][CELLS];
static uint16_t place_in_fours[2][CELLS];
static int four_counts[2];

/* Fill the table with the meanings of lines. */
static void fill_meanings(void) {
  for (int packed = 0; packed < LINES; packed++) {
    int order = 0, best = NOTHING, second = NOTHING;
    for (int d = 0; d < 4; d++) {
      int class = packed >> 4 * d & 15;
      if (class > FIVE) class = NOTHING;
      order += ORDER_OF_CLASS[class];
      if (class > second) second = class;
      if (second > best) {
        second = best;
        best = class;
      }
    }
    int kind = best == FIVE                              ? MAKES_FIVE
               : best == OPEN_FOUR || second == FOUR     ? MAKES_OPEN_FOUR
               : best == FOUR && second == OPEN_THREE    ? MAKES_FOUR_THREE
               : best == FOUR                            ? MAKES_FOUR
               : second == OPEN_THREE                    ? MAKES_THREES
               : best == OPEN_THREE                      ? MAKES_THREE
                                                         : QUIET;
    Meaning *meaning = &meaning_of[packed];
    meaning->kind = (uint8_t)kind;
    meaning->order = (int16_t)(order + ORDER_OF_KIND[kind]);
    for (int waits = 0; waits < 2 && best < OPEN_FOUR; waits++)
      meaning->worth[waits] = (int16_t)WORTH[waits][best][second];
  }
}

/* Add an empty cell's lines to a side's counts, or subtract them if `sign` is -1. */
static void count(int side, int cell, int sign) {
  const Meaning *meaning = &meaning_of[lines[side][cell]];
  kind_counts[side][meaning->kind] += sign;
  worths[side][0] += sign * meaning->worth[0];
  worths[side][1] += sign * meaning->worth[1];
  if (meaning->kind < MAKES_FOUR) return;
  if (sign > 0) {
    place_in_fours[side][cell] = (uint16_t)four_counts[side];
    fours[side][four_counts[side]++] = (uint16_t)cell;
  } else {
    int last = fours[side][--four_counts[side]], place = place_in_fours[side][cell];
    fours[side][place] = (uint16_t)last;
    place_in_fours[side][last] = (uint16_t)place;
  }
}

/* Add a mark to the codes of the cells around it, or remove the mark from these codes. */
static void change_codes(int cell, int mark) {
  for (int d = 0; d < 4; d++)
    for (int offset = -REACH; offset <= REACH; offset++) {
      if (offset == 0) continue;
      int other = cell + offset * STEPS[d];
      uint16_t *code = &codes[d][other];
      *code ^= (uint16_t)(mark << shift_of(-offset));
      /* The lines of a marked cell don't change. The cell becomes empty again only after all
         later moves have been taken back. */
      if (marks[other] != EMPTY) continue;
      for (int side = 0; side < 2; side++) {
        int before = lines[side][other];
        int after = (before & ~(15 << 4 * d)) | class_of[side][*code] << 4 * d;
        if (after == before) continue;
        count(side, other, -1);
        lines[side][other] = (uint16_t)after;
        count(side, other, 1);
      }
    }
}

static void put(int cell, int side) {
  count(0, cell, -1);
  count(1, cell, -1);
  marks[cell] = (uint8_t)(side + 1);
  hash ^= hash_of[side][cell];
  empty_count--;
  change_codes(cell, side + 1);
}

/* Take back the last mark. */
static void take_back(int cell) {
  int side = marks[cell] - 1;
  change_codes(cell, side + 1);
  marks[cell] = EMPTY;
  hash ^= hash_of[side][cell];
  empty_count++;
  count(0, cell, 1);
  count(1, cell, 1);
}

/* Empty the board. */
static void clear_board(void) {
  memset(codes, 0, sizeof codes);
  memset(lines, 0, sizeof lines);
  memset(kind_counts, 0, sizeof kind_counts);
  memset(worths, 0, sizeof worths);
  memset(four_counts, 0, sizeof four_counts);
  memset(marks, WALL, sizeof marks);
  hash = 0;
  empty_count = size * size;
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++) marks[cell_at(x, y)] = EMPTY;
  for (int cell = cell_at(0, 0); cell <= cell_at(size - 1, size - 1); cell++) {
    if (marks[cell] != EMPTY) continue;
    for (int d = 0; d < 4; d++) {
      for (int offset = -REACH; offset <= REACH; offset++)
        if (offset && marks[cell + offset * STEPS[d]] == WALL)
          codes[d][cell] |= (uint16_t)(WALL << shift_of(offset));
      for (int side = 0; side < 2; side++)
        lines[side][cell] |= (uint16_t)(class_of[side][codes[d][cell]] << 4 * d);
    }
    count(0, cell, 1);
    count(1, cell, 1);
  }
}

/* Fill all tables, once. */
static void fill_tables(void) {
  memset(class_of, UINT8_MAX, sizeof class_of);
  for (int code = 0; code < CODES; code++) {
    /* A line means the same for side 1 as the line with swapped marks means for side 0. */
    int exchanged = (code & 0x5555) << 1 | (code & 0xAAAA) >> 1;
    class_of[1][exchanged] = (uint8_t)classify(code);
  }
  fill_meanings();
  uint64_t random = 88172645463325252u;
  for (int side = 0; side < 2; side++)
    for (int cell = 0; cell < CELLS; cell++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      hash_of[side][cell] = random;
    }
}

/* --- Time, in seconds of processor time, so that other work does not count. --- */

static clock_t started;
static double turn_seconds = 5.0, match_seconds_left = 1e9, limit;
static uint64_t node_count;
static bool is_stopped;

static double seconds_used(void) { return (double)(clock() - started) / CLOCKS_PER_SEC; }

/* Count a position, and check the clock from time to time. */
static bool is_time_up(void) {
  if ((++node_count & 255) == 0 && seconds_used() >= limit) is_stopped = true;
  return is_stopped;
}

/* --- Fours: wins by moves that each threaten a five. --- */

enum { MOST_FOURS = 20, FAILED_FOURS = 1 << 18 };

/* Positions in which a side is known not to win by fours, by hash and side. */
static uint64_t failed_fours[FAILED_FOURS];
static int fours_left; /* number of positions that the search of fours can still visit */

static uint64_t key_of(int side) { return side ? ~hash : hash; }

/* Return the cell in which a side completes a five through a given cell, or NOWHERE. */
static int five_through(int cell, int side) {
  for (int d = 0; d < 4; d++)
    for (int offset = -REACH; offset <= REACH; offset++) {
      int other = cell + offset * STEPS[d];
      if (marks[other] == EMPTY && kind_of(side, other) == MAKES_FIVE) return other;
    }
  return NOWHERE;
}

/* Return a cell of a given kind for a side. At least one such cell must exist. */
static int any_of_kind(int side, int kind) {
  for (int i = 0; i < four_counts[side]; i++)
    if (kind_of(side, fours[side][i]) == kind) return fours[side][i];
  return NOWHERE;
}

/* Return the number of moves, including answers, that the side to move needs to win by fours.
   Store the side's first move in `first`. Return 0 if no win with `most` fours was found. */
static int win_by_fours(int side, int most, int *first) {
  if (kind_counts[side][MAKES_FIVE]) {
    *first = any_of_kind(side, MAKES_FIVE);
    return 1;
  }
  int other = !side, fives = kind_counts[other][MAKES_FIVE];
  int must = fives ? any_of_kind(other, MAKES_FIVE) : NOWHERE;
  if (fives > 1 || four_counts[side] == 0) return 0;
  if (!fives && kind_counts[side][MAKES_OPEN_FOUR]) {
    *first = any_of_kind(side, MAKES_OPEN_FOUR);
    return 3;
  }
  uint64_t key = key_of(side), *failed = &failed_fours[key % FAILED_FOURS];
  if (most == 0 || fours_left <= 0 || *failed == key || is_time_up()) return 0;
  fours_left--;
  uint16_t tried[CELLS];
  int tried_count = four_counts[side], moves = 0;
  memcpy(tried, fours[side], (size_t)tried_count * sizeof *tried);
  for (int kind = MAKES_OPEN_FOUR; kind >= MAKES_FOUR; kind--)
    for (int i = 0; i < tried_count && !moves; i++) {
      int cell = tried[i], reply, next;
      if (kind_of(side, cell) != kind || (fives && cell != must)) continue;
      put(cell, side);
      if (kind_counts[side][MAKES_FIVE] > 1 && !kind_counts[other][MAKES_FIVE]) {
        moves = 3;
      } else if (!kind_counts[other][MAKES_FIVE]) {
        reply = five_through(cell, side);
        put(reply, other);
        int more = win_by_fours(side, most - 1, &next);
        if (more) moves = more + 2;
        take_back(reply);
      }
      take_back(cell);
      if (moves) *first = cell;
    }
  if (!moves && fours_left > 0 && !is_stopped) *failed = key;
  return moves;
}

/* --- Threats: wins by moves that each threaten a five or an open four. --- */

enum { MOST_THREATS = 40, ANY_NUMBER = 1 << 20, FAILED_THREATS = 1 << 20 };

/* Positions in which `most` threats are known not to win, by hash and side. */
static struct {
  uint64_t key;
  int most;
} failed_threats[FAILED_THREATS];
static long threats_left; /* number of positions that the search of threats can still visit */
static bool is_cut;       /* whether a larger limit on the number of threats could find a win */

static bool answers_lose(int side, int most);

/* Return true if the side to move wins with at most `most` threats. Store its first move. */
static bool win_by_threats(int side, int most, int *first) {
  int other = !side, fives = kind_counts[other][MAKES_FIVE];
  threats_left--;
  if (kind_counts[side][MAKES_FIVE]) {
    *first = any_of_kind(side, MAKES_FIVE);
    return true;
  }
  if (fives > 1) return false;
  if (fives) {
    /* The opponent forces this move, so it doesn't count as one of the side's threats. */
    int must = *first = any_of_kind(other, MAKES_FIVE);
    put(must, side);
    bool is_won = answers_lose(side, most);
    take_back(must);
    return is_won;
  }
  if (kind_counts[side][MAKES_OPEN_FOUR]) {
    *first = any_of_kind(side, MAKES_OPEN_FOUR);
    return true;
  }
  uint64_t key = key_of(side);
  int place = (int)(key % FAILED_THREATS);
  if (failed_threats[place].key == key && failed_threats[place].most >= most) {
    is_cut |= failed_threats[place].most < ANY_NUMBER;
    return false;
  }
  if (most == 0 || threats_left <= 0) {
    is_cut = true;
    return false;
  }
  bool was_cut = is_cut;
  is_cut = false;
  for (int kind = MAKES_FOUR_THREE; kind >= MAKES_THREE; kind--)
    for (int y = 0; y < size; y++)
      for (int cell = cell_at(0, y); cell < cell_at(size, y); cell++) {
        if (marks[cell] != EMPTY || kind_of(side, cell) != kind) continue;
        put(cell, side);
        bool is_won = answers_lose(side, most - 1);
        take_back(cell);
        if (is_won) {
          *first = cell;
          return true;
        }
      }
  if (threats_left > 0) {
    failed_threats[place].key = key;
    failed_threats[place].most = is_cut ? most : ANY_NUMBER;
  }
  is_cut |= was_cut;
  return false;
}

/* Return true if a side wins by threats, whatever the opponent answers to its last move. */
static bool answers_lose(int side, int most) {
  int other = !side, answers[CELLS], count = 0, next;
  threats_left--;
  if (kind_counts[other][MAKES_FIVE]) return false;
  if (kind_counts[side][MAKES_FIVE] > 1) return true;
  if (kind_counts[side][MAKES_FIVE]) {
    answers[count++] = any_of_kind(side, MAKES_FIVE);
  } else if (kind_counts[side][MAKES_OPEN_FOUR]) {
    /* Any other answer leaves two ways to make a five, unless the answer makes a four. */
    int open = answers[count++] = any_of_kind(side, MAKES_OPEN_FOUR);
    put(open, side);
    for (int i = 0; i < four_counts[side]; i++)
      if (kind_of(side, fours[side][i]) == MAKES_FIVE) answers[count++] = fours[side][i];
    take_back(open);
    for (int i = 0; i < four_counts[other]; i++) answers[count++] = fours[other][i];
  }
  bool is_won = count > 0;
  for (int i = 0; i < count && is_won; i++) {
    put(answers[i], other);
    is_won = win_by_threats(side, most, &next);
    take_back(answers[i]);
  }
  return is_won;
}

/* --- Search. --- */

enum { WIN = 30000, SURE = 29000, ENTRIES = 1 << 20 };
enum { UPPER, LOWER, EXACT };

/* Number of moves from the root after which a search always ends, and number of moves up to
   which answers to threats cost no depth. */
enum { DEEPEST = 120, EXTENDED = 40 };

/* Maximum number of fours that a search tries in a leaf, and at the root. */
enum { LEAF_FOURS = 60, ROOT_FOURS = 20000 };

/* Maximum number of moves that a search considers in a position without threats, and at the
   root or under a threat. */
enum { WIDTH = 24, LARGEST_WIDTH = 40 };

typedef struct {
  uint64_t key;
  int16_t value;
  uint16_t move;
  int8_t depth;
  uint8_t bound;
} Entry;

static Entry entries[ENTRIES];

typedef struct {
  int count;
  int cells[LARGEST_WIDTH];
  int orders[LARGEST_WIDTH];
} Moves;

/* The value of a sure win depends on the distance from the root. In the table, the value
   depends on the distance from the position instead. */
static int to_table(int value, int ply) {
  return value > SURE ? value + ply : value < -SURE ? value - ply : value;
}

static int from_table(int value, int ply) {
  return value > SURE ? value - ply : value < -SURE ? value + ply : value;
}

static int estimate(int side) { return worths[side][0] - worths[!side][1] + WORTH_OF_MOVE; }

/* Insert a move at its place in the order, unless there are already `width` better moves. */
static void insert(Moves *moves, int cell, int order, int width) {
  int place = moves->count;
  if (place == width) {
    if (moves->orders[place - 1] >= order) return;
    place--;
  } else {
    moves->count++;
  }
  for (; place > 0 && moves->orders[place - 1] < order; place--) {
    moves->cells[place] = moves->cells[place - 1];
    moves->orders[place] = moves->orders[place - 1];
  }
  moves->cells[place] = cell;
  moves->orders[place] = order;
}

/* Return the sort key of a move. The move `first` comes before all other moves. */
static int order_of_move(int side, int cell, int first) {
  if (cell == first) return INT16_MAX;
  return meaning_of[lines[side][cell]].order * 5 / 4 + meaning_of[lines[!side][cell]].order;
}

/* List the moves to consider, best first, if the other side doesn't threaten a five. */
static void list_moves(Moves *moves, int side, int first, int width) {
  moves->count = 0;
  if (kind_counts[!side][MAKES_OPEN_FOUR]) {
    /* A move that stops an open four either takes a cell in which the other side would make a
       four, or makes a four itself, which gains a move. */
    for (int owner = 0; owner < 2; owner++)
      for (int i = 0; i < four_counts[owner]; i++) {
        int cell = fours[owner][i];
        if (owner != side && kind_of(side, cell) >= MAKES_FOUR) continue;
        insert(moves, cell, order_of_move(side, cell, first), LARGEST_WIDTH);
      }
    return;
  }
  for (int y = 0; y < size; y++)
    for (int cell = cell_at(0, y); cell < cell_at(size, y); cell++) {
      if (marks[cell] != EMPTY) continue;
      int order = order_of_move(side, cell, first);
      if (order > 0) insert(moves, cell, order, width);
    }
}

/* The best known move at the root of the search. */
static int root_move;

/* Return a position's value for the side to move, from a search at least `depth` plies deep. */
static int search(int side, int alpha, int beta, int depth, int ply) {
  if (is_time_up()) return 0;
  int other = !side;
  if (kind_counts[side][MAKES_FIVE]) return WIN - ply - 1;
  if (empty_count == 0) return 0;
  if (kind_counts[other][MAKES_FIVE] > 1) return -(WIN - ply - 2);
  if (ply >= DEEPEST) return estimate(side);
  if (kind_counts[other][MAKES_FIVE]) {
    int must = any_of_kind(other, MAKES_FIVE);
    put(must, side);
    int value = -search(other, -beta, -alpha, depth, ply + 1);
    take_back(must);
    return value;
  }
  if (kind_counts[side][MAKES_OPEN_FOUR]) return WIN - ply - 3;
  /* From here on, a win takes at least five moves, and a loss at least four. */
  if (alpha < -(WIN - ply - 4)) alpha = -(WIN - ply - 4);
  if (beta > WIN - ply - 5) beta = WIN - ply - 5;
  if (alpha >= beta) return alpha;

  uint64_t key = key_of(side);
  Entry *entry = &entries[key % ENTRIES];
  int first = NOWHERE;
  bool is_known = entry->key == key;
  if (is_known) {
    int value = from_table(entry->value, ply);
    if (ply > 0 && (entry->depth >= depth || value > SURE || value < -SURE))
      if (entry->bound == EXACT || (entry->bound == LOWER ? value >= beta : value <= alpha))
        return value;
    first = entry->move;
  } else if (four_counts[side] > 1) {
    /* For a position that was searched before, the search of fours has already run. */
    fours_left = LEAF_FOURS;
    int moves = win_by_fours(side, MOST_FOURS, &first);
    if (is_stopped) return 0;
    if (moves) {
      int value = WIN - ply - moves;
      *entry = (Entry){key, (int16_t)to_table(value, ply), (uint16_t)first, 0, LOWER};
      return value;
    }
    first = NOWHERE;
  }

  bool is_threatened = kind_counts[other][MAKES_OPEN_FOUR] > 0;
  if (depth <= 0 && !is_threatened) {
    int value = estimate(side);
    if (!is_known) *entry = (Entry){key, (int16_t)value, NOWHERE, 0, EXACT};
    return value;
  }
  Moves moves;
  if (ply == 0) first = root_move;
  list_moves(&moves, side, first, ply ? WIDTH : LARGEST_WIDTH);
  if (moves.count == 0) return 0;
  int best = -WIN, best_move = NOWHERE, lowest = alpha;
  int next = is_threatened && ply < EXTENDED ? depth : depth - 1;
  if (depth <= 0) next = depth - 1;
  for (int i = 0; i < moves.count && best < beta; i++) {
    int cell = moves.cells[i], less = 0;
    if (i >= 4 && depth >= 3 && !is_threatened && kind_of(side, cell) < MAKES_FOUR)
      less = 1 + (i >= 10);
    put(cell, side);
    int value = lowest + 1;
    if (i > 0) value = -search(other, -lowest - 1, -lowest, next - less, ply + 1);
    if (value > lowest && less) value = -search(other, -lowest - 1, -lowest, next, ply + 1);
    if (value > lowest && (i == 0 || value < beta))
      value = -search(other, -beta, -lowest, next, ply + 1);
    take_back(cell);
    if (is_stopped) return 0;
    if (value > best) {
      best = value;
      best_move = cell;
      if (ply == 0) root_move = cell;
      if (best > lowest) lowest = best;
    }
  }
  int bound = best >= beta ? LOWER : best > alpha ? EXACT : UPPER;
  int kept_depth = depth < 0 ? 0 : depth;
  *entry = (Entry){key, (int16_t)to_table(best, ply), (uint16_t)best_move, (int8_t)kept_depth,
                   (uint8_t)bound};
  return best;
}

/* Return the empty cell nearest to the centre, or NOWHERE. */
static int nearest_to_centre(void) {
  int nearest = NOWHERE, least = 0;
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++) {
      int right = 2 * x - size + 1, down = 2 * y - size + 1;
      int distance = right * right + down * down, cell = cell_at(x, y);
      if (marks[cell] != EMPTY || (nearest && distance >= least)) continue;
      nearest = cell;
      least = distance;
    }
  return nearest;
}

/* Choose a side's move by deeper and deeper searches, until the time is over. */
static int choose(int side) {
  started = clock();
  limit = turn_seconds < match_seconds_left / 15 ? turn_seconds : match_seconds_left / 15;
  is_stopped = false;
  node_count = 0;
  for (int owner = side, i = 0; i < 2; i++, owner = !side)
    if (kind_counts[owner][MAKES_FIVE]) return any_of_kind(owner, MAKES_FIVE);
  fours_left = ROOT_FOURS;
  root_move = NOWHERE;
  if (win_by_fours(side, MOST_FOURS, &root_move)) return root_move;
  root_move = nearest_to_centre();
  if (empty_count == size * size) return root_move;
  for (int depth = 1; depth < EXTENDED && !is_stopped; depth++) {
    int value = search(side, -WIN, WIN, depth, 0);
    if (!is_stopped)
      printf("MESSAGE depth %d, value %d, %llu positions, %.3f seconds\n", depth, value,
             (unsigned long long)node_count, seconds_used());
    if (value > SURE || value < -SURE) break;
  }
  return root_move;
}

/* --- Protocol: each command is a line, and so is its answer, if there is one. --- */

enum { LONGEST_LINE = 256 };

static bool read_line(char *line) {
  if (!fgets(line, LONGEST_LINE, stdin)) return false;
  line[strcspn(line, "\r\n")] = '\0';
  return true;
}

/* Return the cell at "x,y", or NOWHERE if there is no such cell. */
static int parse_cell(const char *text) {
  int x, y;
  char rest;
  if (sscanf(text, " %d , %d %c", &x, &y, &rest) != 2) return NOWHERE;
  return x < 0 || y < 0 || x >= size || y >= size ? NOWHERE : cell_at(x, y);
}

/* Make a move and print it. Side 0 is this program, and side 1 is its opponent. */
static void answer(void) {
  if (empty_count == 0) {
    puts("ERROR no cell is empty");
    return;
  }
  int cell = choose(0);
  put(cell, 0);
  printf("%d,%d\n", x_of(cell), y_of(cell));
}

static void do_start(const char *text) {
  int wanted = atoi(text);
  if (wanted < SMALLEST || wanted > LARGEST) {
    printf("ERROR the board must have %d to %d rows\n", SMALLEST, LARGEST);
    return;
  }
  size = wanted;
  /* Stored positions are valid only for boards of the same size. */
  memset(entries, 0, sizeof entries);
  memset(failed_fours, 0, sizeof failed_fours);
  memset(failed_threats, 0, sizeof failed_threats);
  clear_board();
  puts("OK");
}

static void do_turn(const char *text) {
  int cell = parse_cell(text);
  if (cell == NOWHERE || marks[cell] != EMPTY) {
    printf("ERROR %s isn't an empty cell\n", text);
    return;
  }
  put(cell, 1);
  answer();
}

/* Read a position's marks up to the line DONE. Then make a move, unless `is_shown` is true. */
static void do_board(bool is_shown) {
  char line[LONGEST_LINE];
  bool is_right = true;
  clear_board();
  while (read_line(line) && strcmp(line, "DONE") != 0) {
    char *comma = strrchr(line, ',');
    int owner = comma ? atoi(comma + 1) : 0;
    if (comma) *comma = '\0';
    int cell = parse_cell(line);
    if (owner < 1 || owner > 2 || cell == NOWHERE || marks[cell] != EMPTY)
      is_right = false;
    else
      put(cell, owner - 1);
  }
  if (is_right && is_shown)
    puts("OK");
  else if (is_right)
    answer();
  else
    puts("ERROR each line of the board must be x,y,1 or x,y,2 for an empty cell");
}

/* Print the move with which side 0, the side to move, wins by threats in the last position from
   SHOW. Print NO if there is no such win, and UNKNOWN if the search reaches its limit. */
static void do_threats(const char *text) {
  int first;
  threats_left = atol(text);
  for (int most = 1; most <= MOST_THREATS && threats_left > 0; most++) {
    is_cut = false;
    if (win_by_threats(0, most, &first)) {
      printf("%d,%d\n", x_of(first), y_of(first));
      return;
    }
    if (!is_cut) {
      puts("NO");
      return;
    }
  }
  puts("UNKNOWN");
}

static void do_info(const char *text) {
  char key[LONGEST_LINE];
  double value;
  if (sscanf(text, "%255s %lf", key, &value) != 2) return;
  if (strcmp(key, "timeout_turn") == 0) turn_seconds = value / 1000;
  if (strcmp(key, "time_left") == 0) match_seconds_left = value / 1000;
  if (strcmp(key, "rule") == 0 && value != 0) puts("MESSAGE use free-style rules");
}

/* Return the rest of a line after a command, or NULL if the line is another command. */
static const char *after(const char *line, const char *command) {
  size_t length = strlen(command);
  if (strncmp(line, command, length) != 0) return NULL;
  if (line[length] != '\0' && line[length] != ' ') return NULL;
  return line + length + strspn(line + length, " ");
}

/* Carry out a command line. Return false if it was the last. */
static bool obey(const char *line) {
  const char *text;
  if (after(line, "END")) {
    return false;
  } else if (after(line, "ABOUT")) {
    puts("name=\"gomoku_engine\", version=\"1.0\"");
  } else if ((text = after(line, "INFO"))) {
    do_info(text);
  } else if ((text = after(line, "START"))) {
    do_start(text);
  } else if (size == 0) {
    puts("ERROR there is no board before START");
  } else if (after(line, "RESTART")) {
    clear_board();
    puts("OK");
  } else if (after(line, "BEGIN")) {
    answer();
  } else if ((text = after(line, "TURN"))) {
    do_turn(text);
  } else if (after(line, "BOARD")) {
    do_board(false);
  } else if (after(line, "SHOW")) {
    do_board(true);
  } else if ((text = after(line, "THREATS"))) {
    do_threats(text);
  } else {
    printf("UNKNOWN %s\n", line);
  }
  return true;
}

int main(void) {
  char line[LONGEST_LINE];
  setvbuf(stdout, NULL, _IOLBF, 0);
  fill_tables();
  while (read_line(line) && obey(line)) continue;
  return 0;
}
