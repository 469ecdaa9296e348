/* Teaches the outsider of Ru-Ra-Re by games against itself.  The twin of ru_ra_re.py. */
#include "net.h"

enum { KING, CHURCH, TWO, THREE, FOUR, KNIGHT, SHEEP, FARMER = 14, WOMAN, HOUSE, KINDS };
#define ROWS 8
#define MOST_TURNS 60
#define ROUNDS 120
#define SHORT_ROUNDS 20
#define DRAWN_ROUNDS 200

typedef struct {
    int seats, number, scored, last, over, left; /* `number` rows; `left` cards of the deck */
    int points[4], height[ROWS];
    int8_t cards[4][KINDS], row[ROWS][3], box[KINDS], unseen[KINDS], deck[112];
} State;

static const int copies[KINDS] = {10, 10, 5, 5, 5, 15, 5, 5, 5, 5, 5, 5, 5, 5, 8, 8, 6};
static const int for_kings[] = {0, 0, 1, 4, 9, 16, 25, 36}, for_animals[] = {0, 1, 3, 6, 10, 15};
static const int rows_of[] = {0, 0, 6, 7, 8}, aside[] = {0, 0, 32, 10, 0};

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* The points of a collection that depend on no other. */
static int own_points(const int8_t *c) {
    int pairs = least(c[FARMER], c[WOMAN]), animals = 0;
    for (int a = SHEEP; a < FARMER; a++) animals += for_animals[c[a]];
    return for_kings[least(c[KING], 7)] + 2 * c[TWO] + 3 * c[THREE] + 4 * c[FOUR] + animals + 7 * pairs +
           7 * least(pairs, c[HOUSE]);
}

static int sheet(const State *s, int seat) {
    int churches = 0, knights = 0;
    const int8_t *c = s->cards[seat];
    for (int o = 0; o < s->seats; o++)
        churches = most(churches, s->cards[o][CHURCH]), knights = most(knights, s->cards[o][KNIGHT]);
    return own_points(c) + (churches && c[CHURCH] == churches ? 10 : 0) +
           c[KNIGHT] * (c[KNIGHT] == knights ? 2 : 1);
}

static int size_of(const int8_t *c) {
    int size = 0;
    for (int i = 0; i < KINDS; i++) size += c[i];
    return size;
}

static void score(State *s) {
    int more[4];
    for (int o = 0; o < s->seats; o++) more[o] = sheet(s, o);
    for (int o = 0; o < s->seats; o++) s->points[o] += more[o];
}

/* The end of a turn, before the refill. */
static void end_turn(State *s) {
    int largest = 0;
    for (int o = 0; o < s->seats; o++) largest = most(largest, size_of(s->cards[o]));
    if (!s->scored && (s->last || largest >= 13)) {
        score(s), s->scored = 1;
        for (int o = 0; o < s->seats; o++)
            for (int c = 0; c < KINDS; c++)
                if (c == CHURCH || (c >= TWO && c <= FOUR) || c >= FARMER)
                    s->box[c] += s->cards[o][c], s->cards[o][c] = 0;
    }
    if (s->last) score(s), s->over = 1;
}

/* The points that a row brings a collection, roughly. */
static float brought(const int8_t *cards, const int8_t *row, int height) {
    int8_t with[KINDS];
    float more = 0;
    memcpy(with, cards, sizeof with);
    for (int i = 0; i < height; i++) {
        with[row[i]]++;
        more += row[i] == CHURCH ? 4 : row[i] == KNIGHT ? 1.5f : 0;
    }
    return more + (float)(own_points(with) - own_points(cards));
}

static void sort_down(float *values, int number) {
    for (int i = 1; i < number; i++)
        for (int j = i; j && values[j] > values[j - 1]; j--) {
            float one = values[j];
            values[j] = values[j - 1], values[j - 1] = one;
        }
}

#define OF_SEAT 39

static void seat_features(const State *s, int seat, const int *hidden, float *x) {
    const int8_t *c = s->cards[seat];
    int at = 0, pairs = least(c[FARMER], c[WOMAN]), animals = 0, hope = 0;
    for (int k = 0; k < 9; k++) x[at++] = (float)(least(c[KING], 8) == k);
    for (int k = 0; k < 5; k++) x[at++] = (float)(least(c[CHURCH], 4) == k);
    x[at++] = (float)c[KNIGHT] / 5, x[at++] = (float)(2 * c[TWO] + 3 * c[THREE] + 4 * c[FOUR]) / 10;
    float *kinds = x + at;
    for (int k = 0; k < 5; k++) x[at++] = 0;
    for (int a = SHEEP; a < FARMER; a++) {
        animals += for_animals[c[a]], hope += c[a] * hidden[a];
        if (c[a]) kinds[c[a] - 1] += 0.25f;
    }
    x[at++] = (float)animals / 20, x[at++] = (float)hope / 30;
    x[at++] = (float)c[FARMER] / 3, x[at++] = (float)c[WOMAN] / 3, x[at++] = (float)c[HOUSE] / 3;
    x[at++] = (float)pairs / 2, x[at++] = (float)least(pairs, c[HOUSE]) / 2;
    x[at++] = (float)(c[FARMER] - pairs) / 2, x[at++] = (float)(c[WOMAN] - pairs) / 2;
    x[at++] = (float)most(c[HOUSE] - pairs, 0) / 2, x[at++] = (float)most(pairs - c[HOUSE], 0) / 2;
    x[at++] = (float)((c[FARMER] - pairs) * hidden[WOMAN] + (c[WOMAN] - pairs) * hidden[FARMER]) / 10;
    x[at++] = (float)(most(pairs - c[HOUSE], 0) * hidden[HOUSE]) / 8;
    x[at++] = (float)(c[KING] * hidden[KING]) / 16;
    x[at++] = (float)sheet(s, seat) / 30, x[at++] = (float)size_of(c) / 13;
    x[at++] = (float)most(size_of(c) - 9, 0) / 4, x[at++] = 1;
}

static int features(const State *s, int seat, float *x) {
    int n = s->seats, at = 0, hidden[KINDS], left[KINDS] = {0}, open = 0, need = 0;
    int churches = 0, knights = 0, best = -1000, best_now = -1000;
    for (int r = 0; r < s->number; r++) {
        need += 3 - s->height[r];
        for (int i = 0; i < s->height[r]; i++) left[s->row[r][i]]++;
    }
    for (int c = 0; c < KINDS; c++) {
        hidden[c] = copies[c] - s->box[c] - left[c];
        for (int o = 0; o < n; o++) hidden[c] -= s->cards[o][c];
    }
    memset(x, 0, sizeof(float) * (size_t)(n * 2 * OF_SEAT));
    for (int step = 0; step < n; step++) {
        int o = (seat + step) % n;
        seat_features(s, o, hidden, x + at + (s->scored ? OF_SEAT : 0)), at += 2 * OF_SEAT;
        if (!step) continue;
        churches = most(churches, s->cards[o][CHURCH]), knights = most(knights, s->cards[o][KNIGHT]);
        best = most(best, s->points[o]), best_now = most(best_now, s->points[o] + sheet(s, o));
    }
    int church = s->cards[seat][CHURCH] - churches, knight = s->cards[seat][KNIGHT] - knights;
    church = church > 2 ? 2 : church < -2 ? -2 : church, knight = knight > 3 ? 3 : knight < -3 ? -3 : knight;
    for (int k = -2; k <= 2; k++) x[at++] = (float)(church == k);
    for (int k = -3; k <= 3; k++) x[at++] = (float)(knight == k);
    x[at++] = (float)(s->points[seat] - best) / 30;
    x[at++] = (float)(s->points[seat] + sheet(s, seat) - best_now) / 30;
    float own[ROWS] = {0}, other[ROWS] = {0}, ahead[ROWS] = {0};
    for (int r = 0; r < s->number; r++) {
        if (!s->height[r]) continue;
        own[open] = brought(s->cards[seat], s->row[r], s->height[r]);
        for (int o = 0; o < n; o++) {
            float one = o == seat ? 0 : brought(s->cards[o], s->row[r], s->height[r]);
            if (one > other[open]) other[open] = one;
        }
        ahead[open] = own[open] - other[open], open++;
    }
    sort_down(own, open), sort_down(other, open), sort_down(ahead, open);
    for (int k = 0; k < 4; k++) x[at++] = own[k] / 10, x[at++] = other[k] / 10, x[at++] = ahead[k] / 10;
    x[at++] = open ? ahead[open - 1] / 10 : 0;
    for (int c = 0; c < KINDS; c++) x[at++] = (float)left[c] / 2;
    for (int c = 0; c < KINDS; c++) x[at++] = (float)hidden[c] / 5;
    x[at++] = (float)s->left / 60, x[at++] = (float)(s->left <= need), x[at++] = (float)need / 12;
    x[at++] = (float)(s->left <= 4 * n), x[at++] = (float)(s->left <= 7 * n);
    return at;
}

static float end_value(const State *s, int seat) {
    int best = -1000, ahead = 1, equals = 0, margin;
    for (int o = 0; o < s->seats; o++) {
        if (o == seat) continue;
        best = most(best, s->points[o]), equals += s->points[o] == s->points[seat];
        ahead &= s->points[o] <= s->points[seat];
    }
    margin = s->points[seat] - best;
    float far = (float)margin / 50, won = ahead ? 2.0f / (float)(1 + equals) - 1 : -1;
    return 0.5f * won + 0.5f * (far > 1 ? 1 : far < -1 ? -1 : far);
}

/* What the position is worth once the turn has ended. */
static float value(const State *s, int seat) {
    float x[MOST_INPUTS];
    State ended = *s;
    end_turn(&ended);
    if (ended.over) return end_value(&ended, seat);
    features(&ended, seat, x);
    return net_value(x);
}

static void take(State *s, int seat, int row) {
    for (int i = 0; i < s->height[row]; i++) s->cards[seat][s->row[row][i]]++;
    s->height[row] = 0;
}

static void clash(State *s, int row, int times) {
    for (int i = 0; i < times && s->height[row]; i++) s->box[s->row[row][--s->height[row]]]++;
}

/* Two seats: a matrix of what each pair of rows brings the first one, the second losing as much. */
typedef struct {
    int seats[2], number;
    float pair[ROWS][ROWS], shorter[2][ROWS][3], nothing;
} Duel;

static float lead(const State *s, const int *seats) {
    return (value(s, seats[0]) - value(s, seats[1])) / 2;
}

static void begin_duel(const State *s, const int *seats, Duel *d) {
    d->seats[0] = seats[0], d->seats[1] = seats[1], d->number = s->number;
    d->nothing = lead(s, seats);
    for (int a = 0; a < s->number; a++)
        for (int b = 0; b < s->number; b++) {
            if (a == b || !s->height[a] || !s->height[b]) continue;
            State after = *s;
            take(&after, seats[0], a), take(&after, seats[1], b);
            d->pair[a][b] = lead(&after, seats);
        }
    for (int p = 0; p < 2; p++)
        for (int a = 0; a < s->number; a++) {
            float whole = 0;
            for (int times = 0; times < least(3, s->height[a]); times++) {
                State after = *s;
                clash(&after, a, times), take(&after, seats[p], a);
                float worth = lead(&after, seats);
                if (!times) whole = worth;
                d->shorter[p][a][times] = worth - whole;
            }
        }
}

/* The value of a choice to the first seat, and the mix of each, with so many cards gone from each row. */
static float solve(const Duel *d, const int *height, const int *gone, int depth, float mix[2][ROWS]) {
    int open[ROWS], n = 0, rounds = depth ? SHORT_ROUNDS : ROUNDS;
    float pay[ROWS][ROWS], regret[2][ROWS] = {{0}}, sum[2][ROWS] = {{0}}, now[2][ROWS], mean = 0;
    for (int r = 0; r < d->number; r++)
        if (height[r] > gone[r]) open[n++] = r;
    if (n < 2) return d->nothing;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int a = open[i], b = open[j];
            if (i == j) continue;
            pay[i][j] = d->pair[a][b] + d->shorter[0][a][gone[a]] + d->shorter[1][b][gone[b]];
            mean += pay[i][j] / (float)(n * (n - 1));
        }
    for (int i = 0; i < n; i++) {
        int after[ROWS];
        memcpy(after, gone, sizeof after);
        after[open[i]]++;
        pay[i][i] = depth < 2 ? solve(d, height, after, depth + 1, 0) : mean;
    }
    float total = 0, weight = 0;
    for (int t = 1; t <= rounds; t++) {
        float gain[2][ROWS], got = 0;
        for (int p = 0; p < 2; p++) {
            float all = 0;
            for (int i = 0; i < n; i++) all += regret[p][i];
            for (int i = 0; i < n; i++) now[p][i] = all > 0 ? regret[p][i] / all : 1.0f / (float)n;
        }
        for (int i = 0; i < n; i++) {
            gain[0][i] = gain[1][i] = 0;
            for (int j = 0; j < n; j++) gain[0][i] += pay[i][j] * now[1][j], gain[1][i] -= pay[j][i] * now[0][j];
            got += now[0][i] * gain[0][i];
        }
        for (int i = 0; i < n; i++) {
            float one = regret[0][i] + gain[0][i] - got, other = regret[1][i] + gain[1][i] + got;
            regret[0][i] = one > 0 ? one : 0, regret[1][i] = other > 0 ? other : 0;
            sum[0][i] += (float)t * now[0][i], sum[1][i] += (float)t * now[1][i];
        }
        total += (float)t * got, weight += (float)t;
    }
    if (mix) {
        memset(mix, 0, sizeof(float) * 2 * ROWS);
        for (int p = 0; p < 2; p++)
            for (int i = 0; i < n; i++) mix[p][open[i]] = sum[p][i] / weight;
    }
    (void)total;
    float found = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) found += pay[i][j] * sum[0][i] * sum[1][j] / (weight * weight);
    return found;
}

static int drawn(const float *mix, int number) {
    float left = uniform();
    for (int r = 0; r < number; r++)
        if ((left -= mix[r]) < 0) return r;
    for (int r = number - 1; r; r--)
        if (mix[r] > 0) return r;
    return 0;
}

/* What a state is worth to a seat once the turn has ended. */
typedef float (*Worth)(const State *, int);

/* More seats: what each row taken by each seat brings each seat, added up; mixes by drawn choices. */
static void mixes_of_many(const State *s, const int *seats, int players, float mix[4][ROWS], Worth worth) {
    float effect[4][4][ROWS], mean[4][4] = {{0}}, regret[4][ROWS] = {{0}}, now[4][ROWS], base[4];
    int open[ROWS], n = 0;
    for (int r = 0; r < s->number; r++)
        if (s->height[r]) open[n++] = r;
    for (int p = 0; p < players; p++) base[p] = worth(s, seats[p]);
    for (int o = 0; o < players; o++)
        for (int i = 0; i < n; i++) {
            State after = *s;
            take(&after, seats[o], open[i]);
            for (int p = 0; p < players; p++) {
                effect[p][o][i] = worth(&after, seats[p]) - base[p];
                mean[p][o] += effect[p][o][i] / (float)n;
            }
        }
    memset(mix, 0, sizeof(float) * 4 * ROWS);
    for (int t = 1; t <= DRAWN_ROUNDS; t++) {
        int chosen[4], takers[ROWS] = {0};
        for (int p = 0; p < players; p++) {
            float all = 0;
            for (int i = 0; i < n; i++) all += regret[p][i];
            for (int i = 0; i < n; i++) {
                now[p][i] = all > 0 ? regret[p][i] / all : 1.0f / (float)n;
                mix[p][open[i]] += (float)t * now[p][i];
            }
            chosen[p] = drawn(now[p], n), takers[chosen[p]]++;
        }
        for (int p = 0; p < players; p++) {
            float gain[ROWS], got = 0, later = 0;
            int free = 0;
            takers[chosen[p]]--;
            for (int i = 0; i < n; i++)
                if (takers[i] != 1) later += effect[p][p][i], free++;
            later = free ? later / (float)free : 0;
            for (int i = 0; i < n; i++) {
                gain[i] = takers[i] ? later : effect[p][p][i];
                if (takers[i] == 1)
                    for (int o = 0; o < players; o++)
                        if (o != p && chosen[o] == i) gain[i] += mean[p][o] - effect[p][o][i];
                got += now[p][i] * gain[i];
            }
            takers[chosen[p]]++;
            for (int i = 0; i < n; i++) {
                float one = regret[p][i] + gain[i] - got;
                regret[p][i] = one > 0 ? one : 0;
            }
        }
    }
    for (int p = 0; p < players; p++)
        for (int r = 0; r < ROWS; r++) mix[p][r] *= 2.0f / (float)(DRAWN_ROUNDS * (DRAWN_ROUNDS + 1));
}

static void shuffle(int8_t *cards, int number) {
    for (int i = number - 1; i > 0; i--) {
        int j = below(i + 1);
        int8_t card = cards[i];
        cards[i] = cards[j], cards[j] = card;
    }
}

static void refill(State *s) {
    for (int r = 0; r < s->number; r++)
        while (s->height[r] < 3) {
            if (!s->left) {
                int number = 0;
                for (int c = 0; c < KINDS; c++) {
                    for (int i = s->box[c] + s->unseen[c]; i; i--) s->deck[number++] = (int8_t)c;
                    s->box[c] = s->unseen[c] = 0;
                }
                if (!number) break;
                shuffle(s->deck, number), s->left = number, s->last = 1;
            }
            s->row[r][s->height[r]++] = s->deck[--s->left];
        }
    if (s->last)
        while (s->left) s->unseen[s->deck[--s->left]]++;
    s->last |= !s->left;
}

static void deal(State *s, int seats) {
    int number = 0;
    memset(s, 0, sizeof *s);
    s->seats = seats, s->number = rows_of[seats];
    for (int c = 0; c < KINDS; c++)
        for (int i = 0; i < copies[c]; i++) s->deck[number++] = (int8_t)c;
    shuffle(s->deck, number);
    for (int i = 0; i < aside[seats]; i++) s->unseen[s->deck[--number]]++;
    s->left = number;
    refill(s);
}

static void play_turn(State *s, float rashness) {
    int waiting[4], players = s->seats;
    for (int o = 0; o < players; o++) waiting[o] = o;
    for (;;) {
        int open = 0, chosen[4], takers[ROWS] = {0}, still = 0, none[ROWS] = {0};
        float mix[4][ROWS];
        for (int r = 0; r < s->number; r++) open += s->height[r] > 0;
        if (!players || open < 2) break;
        if (players == 2) {
            static Duel duel;
            begin_duel(s, waiting, &duel), solve(&duel, s->height, none, 0, mix);
        } else mixes_of_many(s, waiting, players, mix, value);
        for (int p = 0; p < players; p++) {
            chosen[p] = drawn(mix[p], s->number);
            if (uniform() < rashness)
                do chosen[p] = below(s->number);
                while (!s->height[chosen[p]]);
            takers[chosen[p]]++;
        }
        for (int p = 0; p < players; p++) {
            if (takers[chosen[p]] == 1) take(s, waiting[p], chosen[p]);
            else waiting[still++] = waiting[p];
        }
        for (int r = 0; r < s->number; r++)
            if (takers[r] > 1) clash(s, r, 1);
        players = still;
    }
    end_turn(s);
}

/* Teach for so many games; the rate falls to a tenth.  Returns the mean square error of the last ones. */
float teach(int seats, uint64_t seed, int games, float rate, float lambda) {
    static float trial[MOST_INPUTS];
    float error = 0;
    State s;
    deal(&s, seats);
    begin_net(features(&s, 0, trial), seed);
    for (int game = 0; game < games; game++) {
        float done = (float)game / (float)games;
        int turns = 0;
        deal(&s, seats);
        while (turns < MOST_TURNS) {
            play_turn(&s, 0.05f * (1 - done));
            if (s.over) break;
            for (int o = 0; o < seats; o++) features(&s, o, samples[turns * seats + o]);
            turns++, refill(&s);
        }
        for (int o = 0; o < seats; o++) {
            float aimed = end_value(&s, o);
            for (int t = turns - 1; t >= 0; t--) {
                targets[t * seats + o] = aimed;
                aimed = lambda * aimed + (1 - lambda) * net_value(samples[t * seats + o]);
            }
        }
        error = 0.999f * error + 0.001f * learn(turns * seats, rate * powf(0.1f, done));
    }
    return error;
}

/* The features of a position given as numbers, for the check that both twins see the same. */
int features_of(const int *from, int seat, int unused, float *x) {
    State s;
    (void)unused;
    memset(&s, 0, sizeof s);
    s.seats = *from++, s.number = rows_of[s.seats], s.scored = *from++, s.left = *from++;
    for (int o = 0; o < s.seats; o++) {
        s.points[o] = *from++;
        for (int c = 0; c < KINDS; c++) s.cards[o][c] = (int8_t)*from++;
    }
    for (int c = 0; c < KINDS; c++) s.box[c] = (int8_t)*from++;
    for (int r = 0; r < s.number; r++) {
        s.height[r] = *from++;
        for (int i = 0; i < s.height[r]; i++) s.row[r][i] = (int8_t)*from++;
    }
    return features(&s, seat, x);
}
