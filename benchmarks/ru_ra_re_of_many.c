/* Teaches the nets of Ru-Ra-Re with three and four players, as teach.py does, in minutes.
   The features are those of engine/ru_ra_re/features.py; the rules, and how mixes of several seats are found,
   come from the outsider's twin. */
#include "outsiders/ru_ra_re.c"

#define OF_ONE 49
#define OF_ALL 54
#define NUMBERS (4 * OF_ONE + OF_ALL)
#define UNITS 32
#define MOST_CHOICES 120
#define LOT_SAMPLES (LOT * MOST_CHOICES * 4)
#include "twin.h"

typedef struct {
    State s;
    int turn, again, waiting[4], lying[ROWS]; /* `again`: a choice after a clash */
} Game;

static int by_a_row(const State *s, int seat, const int8_t *row, int height) {
    State with = *s;
    for (int i = 0; i < height; i++) with.cards[seat][row[i]]++;
    return sheet(&with, seat) - sheet(s, seat);
}

static int most_of_others(const State *s, int seat, int card) {
    int found = 0;
    for (int o = 0; o < s->seats; o++)
        if (o != seat) found = most(found, s->cards[o][card]);
    return found;
}

/* The numbers of a seat; `left`: the cards to come; `gains`: the points that each of `rows` rows adds. */
static float *of_a_seat(const Game *g, int seat, const int *left, const float *gains, int rows, float *x) {
    const State *s = &g->s;
    const int8_t *c = s->cards[seat];
    int pairs = least(c[FARMER], c[WOMAN]), squares = 0, hope = 0, points = 0, kinds = 0;
    int church = c[CHURCH] - most_of_others(s, seat, CHURCH), now = sheet(s, seat);
    int knight = c[KNIGHT] - most_of_others(s, seat, KNIGHT);
    float lasting = (float)s->left / 112, best = rows ? -1000 : 0, mean = 0;
    for (int k = 0; k < KINDS; k++) *x++ = (float)c[k] / 3;
    for (int a = SHEEP; a < FARMER; a++)
        squares += c[a] * c[a], hope += c[a] * left[a], points += for_animals[c[a]], kinds += c[a] > 0;
    memset(x, 0, 12 * sizeof *x);
    float *parts = x + (s->scored ? 6 : 0);
    parts[0] = (float)for_kings[least(c[KING], 7)] / 10, parts[1] = (float)(c[CHURCH] && church >= 0);
    parts[2] = (float)(2 * c[TWO] + 3 * c[THREE] + 4 * c[FOUR]) / 10;
    parts[3] = (float)(c[KNIGHT] * (knight >= 0 ? 2 : 1)) / 10, parts[4] = (float)points / 10;
    parts[5] = (float)(7 * pairs + 7 * least(pairs, c[HOUSE])) / 14, x += 12;
    *x++ = (float)s->points[seat] / 30, *x++ = (float)(s->points[seat] + now) / 60;
    *x++ = (float)(c[KING] * c[KING]) / 25, *x++ = (float)c[KING] * lasting;
    *x++ = (float)(c[KING] * left[KING]) / 16;
    *x++ = (float)squares / 30, *x++ = (float)kinds / 8, *x++ = (float)hope / 20;
    *x++ = (float)pairs / 2, *x++ = (float)least(pairs, c[HOUSE]) / 2;
    *x++ = (float)(c[FARMER] - pairs) / 2, *x++ = (float)(c[WOMAN] - pairs) / 2;
    *x++ = (float)church / 3, *x++ = (float)(church >= 0 && c[CHURCH]);
    *x++ = (float)knight / 3, *x++ = (float)(knight >= 0 && c[KNIGHT]);
    *x++ = s->scored ? 0 : (float)most(0, 13 - size_of(c)) / 13;
    *x++ = (float)(g->again && g->waiting[seat]);
    for (int i = 0; i < rows; i++) best = fmaxf(best, gains[i]), mean += gains[i] / (float)rows;
    *x++ = best / 10, *x++ = mean / 10;
    return x;
}

static void numbers(const Game *g, int seat, float *x) {
    const State *s = &g->s;
    int n = s->seats, rows = 0, left[KINDS], counts[KINDS] = {0}, largest = 0, ahead = 1000, ahead_now = 1000;
    float gains[4][ROWS] = {{0}}, other[ROWS] = {0}, lead[ROWS] = {0};
    for (int r = 0; r < s->number; r++) {
        int height = g->again ? s->height[r] : g->lying[r];
        if (!height) continue;
        for (int o = 0; o < n; o++) gains[o][rows] = (float)by_a_row(s, o, s->row[r], height);
        for (int i = 0; i < height; i++) counts[s->row[r][i]]++;
        rows++;
    }
    for (int k = 0; k < KINDS; k++) {
        left[k] = copies[k] - s->box[k] - counts[k];
        for (int o = 0; o < n; o++) left[k] -= s->cards[o][k];
    }
    for (int step = 0; step < n; step++) {
        int o = (seat + step) % n, now = sheet(s, o);
        x = of_a_seat(g, o, left, gains[o], rows, x), largest = most(largest, size_of(s->cards[o]));
        if (!step) continue;
        ahead = least(ahead, s->points[seat] - s->points[o]);
        ahead_now = least(ahead_now, s->points[seat] + sheet(s, seat) - s->points[o] - now);
    }
    *x++ = (float)s->left / 112, *x++ = (float)g->turn / 12, *x++ = (float)s->scored, *x++ = (float)s->last;
    *x++ = s->scored ? 0 : (float)largest / 13, *x++ = (float)g->again;
    *x++ = g->again ? (float)rows / 8 : 0;
    *x++ = (float)ahead / 30, *x++ = (float)ahead_now / 30;
    for (int i = 0; i < rows; i++) {
        other[i] = -1000;
        for (int o = 0; o < n; o++)
            if (o != seat) other[i] = fmaxf(other[i], gains[o][i]);
        lead[i] = gains[seat][i] - other[i];
    }
    sort_down(gains[seat], rows), sort_down(other, rows), sort_down(lead, rows);
    for (int k = 0; k < 4; k++) *x++ = gains[seat][k] / 10;
    for (int k = 0; k < 3; k++) *x++ = other[k] / 10;
    for (int k = 0; k < 3; k++) *x++ = lead[k] / 10;
    *x++ = rows ? lead[rows - 1] / 10 : 0;
    for (int k = 0; k < KINDS; k++) *x++ = (float)left[k] / 8;
    for (int k = 0; k < KINDS; k++) *x++ = (float)counts[k] / 2;
}

/* The lead of a seat at the end and the worth of winning, in units of POINTS. */
static float end_of(const State *s, int seat) {
    int best = -1000, winners = 1, is_first = 1;
    float others = 0;
    for (int o = 0; o < s->seats; o++) {
        if (o == seat) continue;
        best = most(best, s->points[o]), others += (float)s->points[o] / (float)(s->seats - 1);
        is_first &= s->points[seat] >= s->points[o], winners += s->points[seat] == s->points[o];
    }
    float won = is_first ? WINNING * (2 / (float)winners - 1) : -WINNING;
    return ((float)s->points[seat] - 0.7f * (float)best - 0.3f * others + won) / POINTS;
}

static const Game *judged; /* the game in which `judge` values states after a turn */

static float judge(const State *s, int seat) {
    float x[NUMBERS], hidden[UNITS];
    Game g = *judged;
    g.s = *s, g.again = 0, g.turn++;
    end_turn(&g.s);
    if (g.s.over) return end_of(&g.s, seat);
    memcpy(g.lying, g.s.height, sizeof g.lying);
    numbers(&g, seat, x);
    return bent(x, hidden);
}

/* One choice of all seats that wait, drawn from their mixes; after the last one, the turn ends. */
static void play_choice(Game *g, float odd) {
    State *s = &g->s;
    int seats[4], chosen[4], takers[ROWS] = {0}, players = 0, open = 0, still = 0;
    float mix[4][ROWS];
    for (int o = 0; o < s->seats; o++)
        if (g->waiting[o]) seats[players++] = o;
    judged = g, mixes_of_many(s, seats, players, mix, judge);
    for (int p = 0; p < players; p++) {
        chosen[p] = drawn(mix[p], s->number);
        if (uniform() < odd)
            do chosen[p] = below(s->number);
            while (!s->height[chosen[p]]);
        takers[chosen[p]]++;
    }
    for (int p = 0; p < players; p++)
        if (takers[chosen[p]] == 1) take(s, seats[p], chosen[p]), g->waiting[seats[p]] = 0;
        else still++;
    for (int r = 0; r < s->number; r++) {
        if (takers[r] > 1) clash(s, r, 1);
        open += s->height[r] > 0;
    }
    g->again = still && open > 1;
    if (g->again) return;
    end_turn(s), g->turn++;
    for (int o = 0; o < s->seats; o++) g->waiting[o] = 1;
    memcpy(g->lying, s->height, sizeof g->lying);
    if (!s->over) refill(s);
}

static int players_now;

static int begin(int seats, int *units) {
    *units = UNITS, players_now = seats;
    return seats * OF_ONE + OF_ALL;
}

static void tie(Net *of, int is_slopes) { (void)of, (void)is_slopes; }

static int learn_from(int at, float odd, float lambda) {
    static float seen[4][MOST_CHOICES][NUMBERS];
    Game g = {.turn = 1, .waiting = {1, 1, 1, 1}};
    int choices = 0;
    deal(&g.s, players_now);
    while (choices < MOST_CHOICES) {
        play_choice(&g, odd);
        if (g.s.over) break;
        for (int o = 0; o < players_now; o++) numbers(&g, o, seen[o][choices]);
        choices++;
    }
    for (int o = 0; o < players_now; o++) at = add_seen(at, seen[o], choices, end_of(&g.s, o), lambda);
    return at;
}

/* The features of a state given as numbers, for the check against those of the engine. */
void numbers_of(const int *from, int seat, float *x) {
    Game g = {0};
    State *s = &g.s;
    s->seats = *from++, s->number = rows_of[s->seats], s->scored = *from++, s->left = *from++;
    s->last = *from++, g.turn = *from++, g.again = *from++;
    for (int o = 0; o < s->seats; o++) {
        s->points[o] = *from++, g.waiting[o] = *from++;
        for (int c = 0; c < KINDS; c++) s->cards[o][c] = (int8_t)*from++;
    }
    for (int c = 0; c < KINDS; c++) s->box[c] = (int8_t)*from++;
    for (int r = 0; r < s->number; r++) {
        g.lying[r] = *from++, s->height[r] = *from++;
        for (int i = 0; i < s->height[r]; i++) s->row[r][i] = (int8_t)*from++;
    }
    numbers(&g, seat, x);
}
