/* Teaches the net of Ru-Ra-Re with two players, as teach.py does, in minutes.
   The features are those of engine/ru_ra_re/features_of_two.py; the rules come from the outsider's twin.
   The net's value is the difference of two: what the units make of a state as one seat sees it, and as the
   other does.  So what the net gives to one seat, it takes from the other. */
#include "outsiders/ru_ra_re.c"

#define NUMBERS 203
#define OF_ONE 55
#define HALF 24
#define UNITS (2 * HALF)
#define LOT_SAMPLES (LOT * MOST_TURNS)
#include "twin.h"

typedef struct {
    State s;
    int turn, again, shuffles, lying[ROWS]; /* `again`: a choice after a clash; `shuffles`: the box is due */
} Game;

static int mirror[NUMBERS]; /* the place of each number, as the other seat sees the state */
static float sign[NUMBERS]; /* -1, if the other seat sees the number with the other sign */

static int gain(const State *s, int seat, const int8_t *row, int height) {
    static State with;
    with.seats = 2;
    memcpy(with.cards, s->cards, sizeof with.cards);
    for (int i = 0; i < height; i++) with.cards[seat][row[i]]++;
    return sheet(&with, seat) - sheet(s, seat);
}

static int open_rows(const State *s, int *open) {
    int n = 0;
    for (int r = 0; r < s->number; r++)
        if (s->height[r]) open[n++] = r;
    return n;
}

static int within(int value, int most_far) { return most(-most_far, least(most_far, value)); }

static float *one_of(float *x, int size, int place) {
    for (int k = 0; k < size; k++) *x++ = (float)(k == place);
    return x;
}

/* The numbers of a seat; `left`: the cards to come; `gains`: the points that each of `rows` rows adds. */
static float *of_a_seat(const Game *g, int seat, const int *left, const float *gains, int rows, float *x) {
    const State *s = &g->s;
    const int8_t *c = s->cards[seat];
    int pairs = least(c[FARMER], c[WOMAN]), squares = 0, hope = 0, points = 0, now = sheet(s, seat);
    int again = g->again && !g->shuffles, bare = most(0, pairs - c[HOUSE]);
    float lasting = (float)s->left / 112, best = rows ? -1000 : 0, mean = 0;
    int partners = (c[FARMER] - pairs) * left[WOMAN] + (c[WOMAN] - pairs) * left[FARMER];
    for (int k = 1; k <= 7; k++) *x++ = (float)(c[KING] >= k);
    for (int a = SHEEP; a < FARMER; a++) {
        squares += c[a] * c[a], hope += c[a] * left[a], points += for_animals[c[a]];
        *x++ = (float)c[a] / 3;
    }
    for (int k = 1; k <= 4; k++) {
        int kinds = 0;
        for (int a = SHEEP; a < FARMER; a++) kinds += c[a] >= k;
        *x++ = (float)kinds / 4;
    }
    *x++ = (float)squares / 30, *x++ = (float)points / 10;
    memset(x, 0, 22 * sizeof *x);
    float *phase = x + (s->scored ? 11 : 0);
    phase[0] = (float)c[CHURCH] / 3, phase[1] = (float)c[KNIGHT] / 3;
    phase[2] = (float)(2 * c[TWO] + 3 * c[THREE] + 4 * c[FOUR]) / 10;
    phase[3] = (float)c[FARMER] / 3, phase[4] = (float)c[WOMAN] / 3, phase[5] = (float)c[HOUSE] / 2;
    phase[6] = (float)pairs / 2, phase[7] = (float)least(pairs, c[HOUSE]) / 2;
    phase[8] = (float)(c[FARMER] - pairs) / 2, phase[9] = (float)(c[WOMAN] - pairs) / 2;
    phase[10] = (float)now / 30, x += 22;
    *x++ = (float)squares * lasting / 15, *x++ = (float)hope / 20;
    *x++ = (float)c[KING] * lasting, *x++ = (float)(c[KING] * left[KING]) / 16;
    *x++ = (float)partners / 10, *x++ = (float)(bare * left[HOUSE]) / 8;
    *x++ = (float)s->points[seat] / 30, *x++ = (float)(s->points[seat] + now) / 60;
    for (int i = 0; i < rows; i++) best = fmaxf(best, gains[i]), mean += gains[i] / (float)rows;
    *x++ = best / 10, *x++ = mean / 10, *x++ = again ? best / 10 : 0, *x++ = again ? mean / 10 : 0;
    return x;
}

static void numbers(const Game *g, int seat, float *x) {
    const State *s = &g->s;
    const int8_t *c = s->cards[seat], *d = s->cards[1 - seat];
    int again = g->again && !g->shuffles, counts[KINDS] = {0}, left[KINDS], n = 0, all = 0;
    int largest = most(size_of(c), size_of(d)), none = !c[CHURCH] && !d[CHURCH];
    float own[ROWS] = {0}, other[ROWS] = {0}, ahead[ROWS] = {0};
    for (int r = 0; r < s->number; r++) {
        int height = again ? s->height[r] : g->lying[r];
        if (!height) continue;
        own[n] = (float)gain(s, seat, s->row[r], height);
        other[n] = (float)gain(s, 1 - seat, s->row[r], height);
        ahead[n] = own[n] - other[n], n++, all += height;
        for (int i = 0; i < height; i++) counts[s->row[r][i]]++;
    }
    for (int k = 0; k < KINDS; k++) left[k] = copies[k] - s->box[k] - c[k] - d[k] - counts[k];
    x = of_a_seat(g, seat, left, own, n, x), x = of_a_seat(g, 1 - seat, left, other, n, x);
    for (int first = 0; first < 2; first++) {
        int now = first == !s->scored;
        x = one_of(x, 5, now && !none ? 2 + within(c[CHURCH] - d[CHURCH], 2) : 5);
        x = one_of(x, 7, now ? 3 + within(c[KNIGHT] - d[KNIGHT], 3) : 7);
    }
    sort_down(own, n), sort_down(other, n), sort_down(ahead, n);
    for (int k = 0; k < 4; k++) *x++ = own[k] / 10;
    for (int k = 0; k < 4; k++) *x++ = other[k] / 10;
    for (int k = 0; k < 3; k++) *x++ = ahead[k] / 10;
    for (int k = 0; k < 3; k++) *x++ = k < n ? ahead[n - 1 - k] / 10 : 0;
    *x++ = (float)s->left / 112, *x++ = (float)g->turn / 12, *x++ = (float)s->scored, *x++ = (float)s->last;
    *x++ = (float)again, *x++ = again ? (float)n / 8 : 0, *x++ = (float)none;
    x = one_of(x, 7, s->last ? 0 : least(6, 1 + s->left / 6)), *x++ = s->last ? 0 : (float)(s->left % 6) / 6;
    x = one_of(x, 5, s->scored ? 5 : least(5, (most(1, 13 - largest) + 2) / 3) - 1);
    for (int k = 0; k < KINDS; k++) *x++ = (float)left[k] / 8;
    for (int k = 0; k < KINDS; k++) *x++ = (float)counts[k] / 2;
    *x = (float)all / 18;
}

/* Swap the places of `size` numbers with those of as many others. */
static void swap_places(int one, int other, int size) {
    for (int k = 0; k < size; k++) mirror[one + k] = other + k, mirror[other + k] = one + k;
}

static void begin_mirror(void) {
    int at = 2 * OF_ONE;
    for (int i = 0; i < NUMBERS; i++) mirror[i] = i, sign[i] = 1;
    swap_places(0, OF_ONE, OF_ONE);
    for (int phase = 0; phase < 2; phase++) {
        for (int k = 0; k < 5; k++) mirror[at + k] = at + 4 - k;
        for (int k = 0; k < 7; k++) mirror[at + 5 + k] = at + 11 - k;
        at += 12;
    }
    swap_places(at, at + 4, 4), swap_places(at + 8, at + 11, 3);
    for (int k = 8; k < 14; k++) sign[at + k] = -1;
}

static int begin(int seats, int *units) {
    (void)seats, begin_mirror();
    *units = HALF;
    return NUMBERS;
}

/* The second half of the units sees a state as the other seat does, and counts with the other sign. */
static void tie(Net *of, int is_slopes) {
    for (int h = 0; h < HALF; h++) {
        for (int i = 0; i < NUMBERS; i++) {
            float *twin = &of->in[mirror[i]][HALF + h];
            if (is_slopes) of->in[i][h] += sign[i] * *twin;
            *twin = sign[i] * of->in[i][h];
        }
        if (is_slopes) of->bias[h] += of->bias[HALF + h], of->out[h] -= of->out[HALF + h];
        of->bias[HALF + h] = of->bias[h], of->out[HALF + h] = -of->out[h];
    }
    of->last = 0;
}

/* The lead of the first seat that the net expects, in units of POINTS. */
static float lead_of(const Game *g) {
    float x[NUMBERS], hidden[UNITS];
    int margin = g->s.points[0] - g->s.points[1];
    if (g->s.over) return ((float)margin + (margin > 0 ? WINNING : margin ? -WINNING : 0)) / POINTS;
    numbers(g, 0, x);
    return bent(x, hidden);
}

/* Lays the cards of the deck; if they don't suffice, a shuffle of the box is due. */
static void lay(Game *g) {
    State *s = &g->s;
    int missing = 0, boxed = size_of(s->box) + size_of(s->unseen);
    for (int r = 0; r < s->number; r++) {
        while (s->height[r] < 3 && s->left) s->row[r][s->height[r]++] = s->deck[--s->left];
        missing += 3 - s->height[r];
    }
    if (missing && boxed) g->shuffles = 1;
    else s->last |= !s->left, g->turn++, g->again = 0;
}

static void choose(Game *g, int first, int second) {
    State *s = &g->s;
    int open[ROWS];
    if (first == second) {
        clash(s, first, 1);
        if (open_rows(s, open) > 1) {
            g->again = 1;
            return;
        }
    } else take(s, 0, first), take(s, 1, second);
    end_turn(s);
    memcpy(g->lying, s->height, sizeof g->lying);
    if (!s->over) lay(g);
}

typedef struct {
    float expected, drawn; /* the value of the mixes, and that of the pair of rows that was drawn */
} Choice;

/* One choice of both seats, drawn from the mixes that regret matching finds. */
static Choice play_choice(Game *g, float odd) {
    int open[ROWS], n = open_rows(&g->s, open), place[2];
    float pay[ROWS][ROWS], regret[2][ROWS] = {{0}}, sum[2][ROWS] = {{0}}, now[2][ROWS];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            Game after = *g;
            choose(&after, open[i], open[j]);
            pay[i][j] = lead_of(&after);
        }
    for (int t = 1; t <= 40; t++) {
        float more[2][ROWS] = {{0}}, got[2] = {0};
        for (int p = 0; p < 2; p++) {
            float all = 0;
            for (int i = 0; i < n; i++) all += regret[p][i];
            for (int i = 0; i < n; i++) {
                now[p][i] = all > 0 ? regret[p][i] / all : 1 / (float)n;
                sum[p][i] += (float)t * now[p][i];
            }
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                more[0][i] += pay[i][j] * now[1][j], more[1][j] -= pay[i][j] * now[0][i];
        for (int p = 0; p < 2; p++) {
            for (int i = 0; i < n; i++) got[p] += now[p][i] * more[p][i];
            for (int i = 0; i < n; i++) regret[p][i] = fmaxf(0, regret[p][i] + more[p][i] - got[p]);
        }
    }
    float expected = 0;
    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < n; i++) sum[p][i] *= 2.0f / (40 * 41);
        place[p] = uniform() < odd ? below(n) : drawn(sum[p], n);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) expected += sum[0][i] * sum[1][j] * pay[i][j];
    choose(g, open[place[0]], open[place[1]]);
    return (Choice){expected, pay[place[0]][place[1]]};
}

/* Plays a game; its samples go to the lot from `begin` on.  Returns the end of them.

   The aim of a state is what the mixes of the next choice promise, and a share `lambda` of what came of the
   drawn pair of rows beyond its value: so the luck of the draw teaches nothing. */
static int learn_from(int begin, float odd, float lambda) {
    Game g = {.turn = 1};
    Choice next[MOST_TURNS];
    int at = begin, open[ROWS], is_known[MOST_TURNS] = {0}, is_sampled = 0;
    deal(&g.s, 2);
    while (!g.s.over && at - begin < MOST_TURNS) {
        if (g.shuffles) {
            refill(&g.s), g.shuffles = g.again = 0, g.turn++;
            if (open_rows(&g.s, open) < 2) end_turn(&g.s);
        } else {
            Choice now = play_choice(&g, odd);
            if (is_sampled) next[at - begin - 1] = now, is_known[at - begin - 1] = 1;
        }
        is_sampled = !g.s.over && !g.shuffles;
        if (is_sampled) numbers(&g, 0, lot[at++]);
    }
    float aim = lead_of(&g);
    for (int k = at - 1; k >= begin; k--) {
        if (is_known[k - begin]) aim = next[k - begin].expected + lambda * (aim - next[k - begin].drawn);
        aims[k] = aim;
    }
    return at;
}

/* The features of a state given as numbers, for the check against those of the engine. */
void numbers_of(const int *from, int seat, float *x) {
    Game g = {0};
    State *s = &g.s;
    s->seats = *from++, s->number = rows_of[2], s->scored = *from++, s->left = *from++, s->last = *from++;
    g.turn = *from++, g.again = *from++;
    for (int o = 0; o < 2; o++) {
        s->points[o] = *from++, from++; /* whether the seat waits: here both do, or neither */
        for (int c = 0; c < KINDS; c++) s->cards[o][c] = (int8_t)*from++;
    }
    for (int c = 0; c < KINDS; c++) s->box[c] = (int8_t)*from++;
    for (int r = 0; r < s->number; r++) {
        g.lying[r] = *from++, s->height[r] = *from++;
        for (int i = 0; i < s->height[r]; i++) s->row[r][i] = (int8_t)*from++;
    }
    numbers(&g, seat, x);
}
