/* Teaches the net of Ru-Ra-Re with two players, as teach.py does, in minutes.
   The features are those of engine/ru_ra_re/features.py; the rules come from the outsider's twin. */
#include "outsiders/ru_ra_re.c"

#define NUMBERS 149
#define BATCH 256
#define LOT 16
#define KEPT 40
#define AGAIN 3
#define SHOWN 20
#define POINTS 25.0f
#define WINNING 6.0f
#define LOT_SAMPLES (LOT * 2 * MOST_TURNS)

typedef struct {
    State s;
    int turn, again, shuffles, lying[ROWS]; /* `again`: a choice after a clash; `shuffles`: the box is due */
} Game;

static float w1[NUMBERS][HIDDEN], b1[HIDDEN], w2[HIDDEN], b2;

static int sheet_parts(const State *s, int seat, float *part) {
    const int8_t *c = s->cards[seat];
    int pairs = least(c[FARMER], c[WOMAN]), animals = 0, whole = sheet(s, seat);
    int first = c[CHURCH] && c[CHURCH] >= s->cards[1 - seat][CHURCH];
    for (int a = SHEEP; a < FARMER; a++) animals += for_animals[c[a]];
    if (!part) return whole;
    part[0] = (float)for_kings[least(c[KING], 7)] / 10, part[1] = first ? 1 : 0;
    part[2] = (float)(2 * c[TWO] + 3 * c[THREE] + 4 * c[FOUR]) / 10;
    part[3] = (float)(c[KNIGHT] * (c[KNIGHT] >= s->cards[1 - seat][KNIGHT] ? 2 : 1)) / 10;
    part[4] = (float)animals / 10, part[5] = (float)(7 * pairs + 7 * least(pairs, c[HOUSE])) / 14;
    return whole;
}

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

static float *of_a_seat(const Game *g, int seat, float *x) {
    const State *s = &g->s;
    const int8_t *c = s->cards[seat], *d = s->cards[1 - seat];
    int first = !s->scored, pairs = least(c[FARMER], c[WOMAN]), kings = c[KING], squares = 0, kinds = 0;
    int church = c[CHURCH] - d[CHURCH], knight = c[KNIGHT] - d[KNIGHT], open[ROWS], best = -1000, all = 0;
    float part[6];
    for (int k = 0; k < KINDS; k++) *x++ = (float)c[k] / 3;
    int now = sheet_parts(s, seat, part), rows = g->again && !g->shuffles ? open_rows(s, open) : 0;
    for (int k = 0; k < 12; k++) *x++ = (k < 6) == first ? part[k % 6] : 0;
    for (int a = SHEEP; a < FARMER; a++) squares += c[a] * c[a], kinds += c[a] > 0;
    *x++ = (float)s->points[seat] / 30, *x++ = (float)(s->points[seat] + now) / 60;
    *x++ = (float)(kings * kings) / 25, *x++ = (float)(kings * s->left) / 112;
    *x++ = (float)squares / 30, *x++ = (float)kinds / 8;
    *x++ = (float)pairs / 2, *x++ = (float)least(pairs, c[HOUSE]) / 2;
    *x++ = (float)(c[FARMER] - pairs) / 2, *x++ = (float)(c[WOMAN] - pairs) / 2;
    *x++ = (float)church / 3, *x++ = (float)(church >= 0 && c[CHURCH]);
    *x++ = (float)knight / 3, *x++ = (float)(knight >= 0 && c[KNIGHT]);
    *x++ = first ? (float)most(0, 13 - size_of(c)) / 13 : 0;
    for (int i = 0; i < rows; i++) {
        int more = gain(s, seat, s->row[open[i]], s->height[open[i]]);
        best = most(best, more), all += more;
    }
    *x++ = (float)(rows > 0), *x++ = rows ? (float)best / 10 : 0;
    *x++ = rows ? (float)all / (float)rows / 10 : 0;
    return x;
}

static void numbers(const Game *g, int seat, float *x) {
    const State *s = &g->s;
    int open[ROWS], rows = open_rows(s, open), lying[KINDS] = {0}, n = 0, all = 0;
    float own[ROWS] = {0}, other[ROWS] = {0}, ahead[ROWS] = {0};
    x = of_a_seat(g, seat, x), x = of_a_seat(g, 1 - seat, x);
    *x++ = (float)s->left / 112, *x++ = (float)g->turn / 12, *x++ = (float)s->scored, *x++ = (float)s->last;
    *x++ = s->scored ? 0 : (float)most(size_of(s->cards[0]), size_of(s->cards[1])) / 13;
    *x++ = (float)g->again, *x++ = g->again ? (float)rows / 8 : 0;
    for (int k = 0; k < KINDS; k++) {
        int left = copies[k] - s->box[k] - s->cards[0][k] - s->cards[1][k];
        for (int r = 0; r < s->number; r++)
            for (int i = 0; i < s->height[r]; i++) left -= s->row[r][i] == k;
        *x++ = (float)left / 8;
    }
    for (int r = 0; r < s->number; r++) {
        int height = g->again && !g->shuffles ? s->height[r] : g->lying[r];
        if (!height) continue;
        own[n] = (float)gain(s, seat, s->row[r], height);
        other[n] = (float)gain(s, 1 - seat, s->row[r], height);
        ahead[n] = own[n] - other[n], n++, all += height;
        for (int i = 0; i < height; i++) lying[s->row[r][i]]++;
    }
    sort_down(own, n), sort_down(other, n), sort_down(ahead, n);
    for (int k = 0; k < 4; k++) *x++ = own[k] / 10, *x++ = other[k] / 10, *x++ = ahead[k] / 10;
    *x++ = n ? ahead[n - 1] / 10 : 0;
    for (int k = 0; k < KINDS; k++) *x++ = (float)lying[k] / 2;
    *x = (float)all / 18;
}

static float bent(const float *x, float *hidden) {
    float out = b2;
    memcpy(hidden, b1, sizeof b1);
    for (int i = 0; i < NUMBERS; i++)
        if (x[i] != 0)
            for (int h = 0; h < HIDDEN; h++) hidden[h] += x[i] * w1[i][h];
    for (int h = 0; h < HIDDEN; h++) out += w2[h] * (hidden[h] = tanhf(hidden[h]));
    return out;
}

/* The lead of the first seat that the net expects, in units of POINTS. */
static float lead_of(const Game *g) {
    float x[NUMBERS], hidden[HIDDEN];
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

/* One choice of both seats, drawn from the mixes that regret matching finds. */
static void play_choice(Game *g, float odd) {
    int open[ROWS], n = open_rows(&g->s, open), row[2];
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
    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < n; i++) sum[p][i] *= 2.0f / (40 * 41);
        row[p] = open[uniform() < odd ? below(n) : drawn(sum[p], n)];
    }
    choose(g, row[0], row[1]);
}

static float lots[KEPT][LOT_SAMPLES][NUMBERS], aims[KEPT][LOT_SAMPLES];
static int sizes[KEPT];

/* Corrects the net by a lot; returns the mean square error before, in points². */
static float correct(int lot, float rate) {
    int in = NUMBERS * HIDDEN, at2 = in + HIDDEN, at3 = at2 + HIDDEN;
    float wrong = 0;
    for (int from = 0; from < sizes[lot]; from += BATCH) {
        int number = least(BATCH, sizes[lot] - from);
        memset(slope, 0, sizeof slope);
        for (int k = from; k < from + number; k++) {
            float hidden[HIDDEN], back[HIDDEN], *x = lots[lot][k];
            float error = bent(x, hidden) - aims[lot][k], each = error / (float)number;
            wrong += error * error, slope[at3] += each;
            for (int h = 0; h < HIDDEN; h++) {
                slope[at2 + h] += each * hidden[h];
                slope[in + h] += back[h] = each * w2[h] * (1 - hidden[h] * hidden[h]);
            }
            for (int i = 0; i < NUMBERS; i++)
                if (x[i] != 0)
                    for (int h = 0; h < HIDDEN; h++) slope[i * HIDDEN + h] += x[i] * back[h];
        }
        updates++;
        adam(&w1[0][0], 0, in, rate), adam(b1, in, HIDDEN, rate);
        adam(w2, at2, HIDDEN, rate), adam(&b2, at3, 1, rate);
    }
    return wrong / (float)sizes[lot] * POINTS * POINTS;
}

/* Plays a game; its samples go to the lot. */
static void learn_from(int lot, float odd, float lambda) {
    Game g = {.turn = 1};
    int begin = sizes[lot], *at = &sizes[lot], open[ROWS];
    deal(&g.s, 2);
    while (!g.s.over && *at < LOT_SAMPLES - 2) {
        if (g.shuffles) {
            refill(&g.s), g.shuffles = g.again = 0, g.turn++;
            if (open_rows(&g.s, open) < 2) end_turn(&g.s);
        } else play_choice(&g, odd);
        if (!g.s.over && !g.shuffles)
            numbers(&g, 0, lots[lot][*at]), numbers(&g, 1, lots[lot][*at + 1]), *at += 2;
    }
    float hidden[HIDDEN], aim[2] = {lead_of(&g), -lead_of(&g)};
    for (int k = *at - 2; k >= begin; k -= 2)
        for (int o = 0; o < 2; o++) {
            aims[lot][k + o] = aim[o];
            aim[o] = lambda * aim[o] + (1 - lambda) * bent(lots[lot][k + o], hidden);
        }
}

/* Teaches for so many games; writes the errors over SHOWN equal parts of them. */
void teach_values(uint64_t seed, int games, float fast, float slow, float odd, float lambda, float *errors) {
    int count = games / LOT, in_part[SHOWN] = {0};
    begin_net(NUMBERS, seed);
    memcpy(w1, first_layer, sizeof w1), memcpy(w2, second_layer, sizeof w2);
    memset(b1, 0, sizeof b1), b2 = 0;
    for (int one = 0; one < count; one++) {
        float left = 1 - (float)one / (float)count, rate = slow + (fast - slow) * left;
        int lot = one % KEPT, part = one * SHOWN / count;
        sizes[lot] = 0;
        for (int game = 0; game < LOT; game++) learn_from(lot, odd * left, lambda);
        errors[part] += correct(lot, rate), in_part[part]++;
        for (int again = 0; again < least(one, AGAIN); again++) correct(below(least(one + 1, KEPT)), rate);
    }
    for (int part = 0; part < SHOWN; part++) errors[part] /= (float)most(1, in_part[part]);
}

/* All weights in the order of a file of the players' weights. */
void give_values(float *to) {
    memcpy(to, w1, sizeof w1), to += NUMBERS * HIDDEN;
    memcpy(to, b1, sizeof b1), to += HIDDEN;
    memcpy(to, w2, sizeof w2), to[HIDDEN] = b2;
}

/* The features of a state given as numbers, for the check against those of the engine. */
void numbers_of(const int *from, int seat, float *x) {
    Game g = {0};
    State *s = &g.s;
    s->seats = 2, s->number = rows_of[2], s->scored = *from++, s->left = *from++, s->last = *from++;
    g.turn = *from++, g.again = *from++;
    for (int o = 0; o < 2; o++) {
        s->points[o] = *from++;
        for (int c = 0; c < KINDS; c++) s->cards[o][c] = (int8_t)*from++;
    }
    for (int c = 0; c < KINDS; c++) s->box[c] = (int8_t)*from++;
    for (int r = 0; r < s->number; r++) {
        g.lying[r] = *from++, s->height[r] = *from++;
        for (int i = 0; i < s->height[r]; i++) s->row[r][i] = (int8_t)*from++;
    }
    numbers(&g, seat, x);
}
