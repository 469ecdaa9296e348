/* Teaches the outsider of Rapa Nui, the card game, by games against itself.  The twin of rapa_nui_cards.py. */
#include "net.h"

enum { LUMBERJACK = 4, PRIEST, MOAI, KINDS };
#define GOODS 4
#define MOST_TURNS 60

typedef struct {
    int seats, active, over, last_column, left; /* `left` cards of the deck, drawn from its end */
    int8_t hand[4][KINDS], village[4][KINDS], held[4][GOODS], under[4][GOODS]; /* under: face down */
    int8_t supply[GOODS], stone[GOODS], column[4][4], height[4], deck[50], deck_of[KINDS];
    int wood[4], glory[4];
} State;

static int most_samples_a_refill = 1;

static void dues(const State *s, int card, int *due) {
    int most = 0, times = 0;
    for (int i = 0; i < s->seats; i++) {
        int laid = s->village[i][card];
        due[i] = card < GOODS ? laid > 0 : laid;
        if (laid > most) most = laid, times = 1;
        else if (laid == most) times++;
    }
    if (most < 2 || times > 1) return;
    for (int i = 0; i < s->seats; i++)
        if (s->village[i][card] == most) due[i]++;
}

static void ranked(const int *stone, float empty, float *worth) {
    for (int g = 0; g < GOODS; g++) {
        int higher = 0;
        for (int a = 0; a < GOODS; a++) {
            int is_new = stone[a] > stone[g];
            for (int b = 0; b < a; b++) is_new &= stone[b] != stone[a];
            higher += is_new;
        }
        worth[g] = (float)(3 - higher);
    }
    if (!(stone[0] | stone[1] | stone[2] | stone[3]))
        for (int g = 0; g < GOODS; g++) worth[g] = empty;
}

/* What `seat` knows of the sacrifice cards: by seat those held (of others, expected ones), and the stone. */
typedef struct {
    float held[4][GOODS], stone[GOODS], worth[GOODS];
    int known[GOODS], hidden_under;
} Goods;

static void goods_of(const State *s, int seat, float empty, Goods *k) {
    float pool[GOODS], all = 0;
    k->hidden_under = 0;
    for (int o = 0; o < s->seats; o++)
        for (int g = 0; g < GOODS; g++)
            if (o != seat) k->hidden_under += s->under[o][g];
    for (int g = 0; g < GOODS; g++) {
        k->known[g] = s->stone[g] + s->under[seat][g];
        pool[g] = (float)(25 - s->supply[g] - k->known[g] - s->held[seat][g]), all += pool[g];
    }
    if (all < 1) all = 1;
    for (int o = 0; o < s->seats; o++) {
        int size = s->held[o][0] + s->held[o][1] + s->held[o][2] + s->held[o][3];
        for (int g = 0; g < GOODS; g++)
            k->held[o][g] = o == seat ? (float)s->held[o][g] : pool[g] * (float)size / all;
    }
    for (int g = 0; g < GOODS; g++)
        k->stone[g] = (float)k->known[g] + pool[g] * (float)k->hidden_under / all;
    ranked(k->known, empty, k->worth);
}

static int features(const State *s, int seat, int mover, float *x) {
    int n = s->seats, due[KINDS][4], to_come[KINDS], under[KINDS] = {0}, at = 0;
    Goods k;
    goods_of(s, seat, 1.5f, &k);
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < s->height[c] - 1; i++) under[s->column[c][i]]++;
    for (int c = 0; c < KINDS; c++) to_come[c] = s->deck_of[c] + under[c], dues(s, c, due[c]);
    for (int step = 0; step < n; step++) {
        int o = (seat + step) % n, wood = s->wood[o];
        const int8_t *village = s->village[o], *hand = s->hand[o];
        float goods = 0, coming = 0, size = 0;
        for (int c = 0; c < KINDS; c++) x[at++] = (float)village[c] / 4;
        for (int c = 0; c < KINDS; c++) x[at++] = (float)due[c][o] / 3;
        for (int c = 0; c < KINDS; c++) x[at++] = (float)(due[c][o] * to_come[c]) / 16;
        for (int g = 0; g < GOODS; g++) {
            goods += k.held[o][g] * k.worth[g], size += k.held[o][g];
            coming += (float)(due[g][o] * to_come[g]) * k.worth[g];
            x[at++] = k.held[o][g] / 4;
        }
        x[at++] = goods / 16, x[at++] = coming / 32, x[at++] = size / 10;
        x[at++] = (float)(wood < 7 ? wood : 7) / 7, x[at++] = (float)(wood < 7 ? 0 : wood - 7) / 7;
        x[at++] = (float)(wood >= 7), x[at++] = (float)(wood / 5) / 3, x[at++] = (float)s->glory[o] / 16;
        x[at++] = ((float)(s->glory[o] + 4 * village[MOAI] + wood / 5) + goods) / 24;
        for (int c = 0; c < KINDS; c++) x[at++] = (float)hand[c] / 2;
        x[at++] = (float)(hand[MOAI] > 0 && wood >= 7);
    }
    x[at++] = (float)s->left / 34, x[at++] = (float)(s->left <= 2), x[at++] = (float)(s->left <= 6);
    float *heights = x + at, *fronts = x + at + 4, *second = fronts + KINDS, *third = second + KINDS;
    float *pairs = third + KINDS, *swing = pairs + 8 * KINDS;
    int until = at + 4 + 4 * KINDS + 8 * KINDS;
    while (at < until) x[at++] = 0;
    for (int c = 0; c < 4; c++) {
        int height = s->height[c], front, next;
        if (!height) continue;
        front = s->column[c][height - 1], next = height > 1 ? s->column[c][height - 2] : KINDS;
        heights[height - 1] += 0.5f, fronts[front] += 0.5f, pairs[front * 8 + next] += 0.5f;
        if (height > 2) third[s->column[c][height - 3]] += 0.5f;
        if (height < 2) continue;
        int other = 0;
        for (int o = 0; o < n; o++)
            if (o != seat && due[next][o] > other) other = due[next][o];
        second[next] += 0.5f, swing[next] = (float)(due[next][seat] - other) / 3;
    }
    for (int c = 0; c < KINDS; c++) x[at++] = (float)s->deck_of[c] / 6;
    for (int c = 0; c < KINDS; c++) x[at++] = (float)under[c] / 4;
    for (int g = 0; g < GOODS; g++) x[at++] = k.stone[g] / 6;
    for (int g = 0; g < GOODS; g++) x[at++] = k.worth[g] / 3;
    for (int g = 0; g < GOODS; g++) x[at++] = (float)s->supply[g] / 25;
    for (int a = 0; a < GOODS; a++)
        for (int b = a + 1; b < GOODS; b++) {
            float gap = k.stone[a] - k.stone[b];
            x[at++] = gap > 2 ? 1 : gap < -2 ? -1 : gap / 2;
        }
    x[at++] = (float)k.hidden_under / 4;
    for (int step = 0; step < n; step++) x[at++] = (float)((seat + step) % n == mover);
    return at;
}

static float aim(float won, float margin) {
    float far = margin / 20;
    return 0.5f * won + 0.5f * (far > 1 ? 1 : far < -1 ? -1 : far);
}

/* What a finished game is worth to a seat, as far as it knows. */
static float end_value(const State *s, int seat) {
    Goods k;
    float best = -1000, own = 0;
    goods_of(s, seat, 0, &k);
    for (int o = 0; o < s->seats; o++) {
        float total = (float)(s->glory[o] + 4 * s->village[o][MOAI] + s->wood[o] / 5);
        for (int g = 0; g < GOODS; g++) total += k.held[o][g] * k.worth[g];
        if (o == seat) own = total;
        else if (total > best) best = total;
    }
    float margin = own - best, won = margin / 2;
    return aim(won > 1 ? 1 : won < -1 ? -1 : won, margin);
}

static float value(const State *s, int seat) {
    float x[MOST_INPUTS];
    if (s->over) return end_value(s, seat);
    features(s, seat, (s->active + 1) % s->seats, x);
    return net_value(x);
}

static void give_good(State *s, int seat, int good) {
    if (!s->supply[good]) {
        Goods k;
        goods_of(s, seat, 1.5f, &k);
        for (int g = 0; g < GOODS; g++)
            if (s->supply[g] && (!s->supply[good] || k.worth[g] > k.worth[good])) good = g;
        if (!s->supply[good]) return;
    }
    s->supply[good]--, s->held[seat][good]++;
}

static void score(State *s, int card) {
    int due[4];
    dues(s, card, due);
    for (int step = 0; step < s->seats; step++) {
        int o = (s->active + step) % s->seats;
        if (!due[o]) continue;
        if (card == LUMBERJACK) s->wood[o] += due[o];
        else if (card == PRIEST) s->glory[o] += due[o];
        else if (card < GOODS)
            while (due[o]--) give_good(s, o, card);
        else {
            State other = *s;
            s->glory[o] += due[o], other.wood[o] += due[o];
            if (value(&other, o) > value(s, o)) *s = other;
        }
    }
}

static int hand_size(const State *s) {
    int size = 0;
    for (int c = 0; c < KINDS; c++) size += s->hand[s->active][c];
    return size;
}

/* Takes a card; where that ends the taking, the scoring follows.  Returns whether it goes on. */
static int take(State *s, int column) {
    int8_t *cards = s->column[column];
    s->hand[s->active][cards[--s->height[column]]]++;
    if (!s->height[column]) {
        for (int i = 0; i < 4 && s->left; i++) {
            int card = s->deck[--s->left];
            s->deck_of[card]--, cards[s->height[column]++] = (int8_t)card;
        }
        if (!s->left) {
            s->over = 1;
            return 0;
        }
    }
    if (hand_size(s) < 3) return 1;
    score(s, cards[s->height[column] - 1]);
    return 0;
}

static float take_value(const State *s, int *best_column) {
    float best = -1e9f;
    for (int c = 0; c < 4; c++) {
        int deals = s->height[c] == 1 ? most_samples_a_refill : 1;
        float sum = 0;
        for (int d = 0; d < deals; d++) {
            State after = *s;
            if (s->height[c] == 1)
                for (int i = 0; i < 4 && i < s->left; i++) {
                    int a = s->left - 1 - i, b = below(a + 1);
                    int8_t card = after.deck[a];
                    after.deck[a] = after.deck[b], after.deck[b] = card;
                }
            sum += take(&after, c) ? take_value(&after, 0) : value(&after, s->active);
        }
        sum /= (float)deals;
        if (sum > best) {
            best = sum;
            if (best_column) *best_column = c;
        }
    }
    return best;
}

static void sacrifice(State *s, int seat) {
    State best = *s;
    float most = -1e9f;
    for (int g = 0; g < GOODS; g++) {
        if (!s->held[seat][g]) continue;
        State after = *s;
        after.held[seat][g]--;
        if (seat == s->active) after.under[seat][g]++;
        else after.stone[g]++;
        float worth = value(&after, seat);
        if (worth > most) most = worth, best = after;
    }
    *s = best;
}

static void play_moai(State *s) {
    for (int step = 1; step <= s->seats; step++) sacrifice(s, (s->active + step) % s->seats);
    State best = *s;
    float most = -1e9f;
    for (int g = 0; g < GOODS; g++) {
        if (!s->supply[g]) continue;
        State after = *s;
        after.supply[g]--, after.stone[g]++;
        float worth = value(&after, s->active);
        if (worth > most) most = worth, best = after;
    }
    *s = best;
}

/* Every state after the buying and the playing, one for each way. */
static int after_playing(const State *s, State *found) {
    int seat = s->active, number = 0;
    for (int good = -1; good < GOODS; good++) {
        State bought = *s;
        if (good >= 0) {
            int price = s->village[seat][good] > 5 ? 0 : 5 - s->village[seat][good];
            if (!s->supply[good] || s->wood[seat] < price) continue;
            bought.wood[seat] -= price, bought.supply[good]--, bought.held[seat][good]++;
        }
        const int8_t *hand = bought.hand[seat];
        int wood = bought.wood[seat];
        for (int c = 0; c < KINDS; c++)
            for (int count = 1; count <= (c < GOODS ? hand[c] : hand[c] > 0); count++) {
                int price = c == MOAI ? 7 : count - 1;
                if (price > wood) continue;
                State *after = &found[number++];
                *after = bought;
                after->wood[seat] -= price;
                after->hand[seat][c] -= (int8_t)count, after->village[seat][c] += (int8_t)count;
                if (c == MOAI) play_moai(after);
            }
        if (hand[MOAI] == 3 && wood < 7) {
            found[number] = bought;
            found[number++].hand[seat][MOAI]--;
        }
    }
    return number;
}

static void deal(State *s, int seats) {
    int cards = 0;
    memset(s, 0, sizeof *s);
    s->seats = seats, s->active = below(seats), s->left = 34;
    for (int c = 0; c < KINDS; c++) {
        s->deck_of[c] = c < GOODS ? 5 : c == LUMBERJACK ? 12 : 9;
        for (int i = 0; i < s->deck_of[c]; i++) s->deck[cards++] = (int8_t)c;
    }
    for (int i = 49; i; i--) {
        int j = below(i + 1);
        int8_t card = s->deck[i];
        s->deck[i] = s->deck[j], s->deck[j] = card;
    }
    for (int i = 34; i < 50; i++)
        s->column[(i - 34) / 4][(i - 34) % 4] = s->deck[i], s->deck_of[s->deck[i]]--;
    for (int o = 0; o < seats; o++) {
        s->village[o][LUMBERJACK] = 1, s->wood[o] = 2 + (o - s->active + seats) % seats;
        for (int g = 0; g < GOODS; g++) s->hand[o][g] = g != o, s->held[o][g] = 1;
    }
    for (int g = 0; g < GOODS; g++) s->supply[g] = (int8_t)(25 - seats);
    for (int c = 0; c < 4; c++) s->height[c] = 4;
}

static void play_turn(State *s, float rashness) {
    static State found[80];
    int number = after_playing(s, found), column = 0;
    if (uniform() < rashness) *s = found[below(number)];
    else {
        float most = -1e9f;
        int best = 0;
        for (int i = 0; i < number; i++) {
            float worth = take_value(&found[i], 0);
            if (worth > most) most = worth, best = i;
        }
        *s = found[best];
    }
    do take_value(s, &column);
    while (take(s, column));
}

/* What the end was worth to a seat: the win and the margin, with all things known. */
static float outcome(const State *s, int seat) {
    int stone[GOODS], total[4], won[4], ahead = 1, equals = 0, best = -1;
    float worth[GOODS];
    for (int g = 0; g < GOODS; g++) {
        stone[g] = s->stone[g];
        for (int o = 0; o < s->seats; o++) stone[g] += s->under[o][g];
    }
    ranked(stone, 0, worth);
    for (int o = 0; o < s->seats; o++) {
        total[o] = s->glory[o] + 4 * s->village[o][MOAI] + s->wood[o] / 5;
        for (int g = 0; g < GOODS; g++) total[o] += s->held[o][g] * (int)worth[g];
        won[o] = total[o] * 10000 + s->village[o][MOAI] * 100 + s->wood[o];
    }
    for (int o = 0; o < s->seats; o++) {
        if (o == seat) continue;
        ahead &= won[seat] >= won[o], equals += won[seat] == won[o];
        if (total[o] > best) best = total[o];
    }
    return aim(ahead ? 2.0f / (float)(1 + equals) - 1 : -1, (float)(total[seat] - best));
}

/* Teach for so many games; the rate falls to a tenth.  Returns the mean square error of the last ones. */
float teach(int seats, uint64_t seed, int games, float rate, float lambda) {
    static float trial[MOST_INPUTS];
    float error = 0;
    State s;
    deal(&s, seats);
    begin_net(features(&s, 0, 0, trial), seed);
    for (int game = 0; game < games; game++) {
        float done = (float)game / (float)games;
        int turns = 0;
        deal(&s, seats);
        while (!s.over && turns < MOST_TURNS) {
            play_turn(&s, 0.05f * (1 - done));
            if (s.over) break;
            s.active = (s.active + 1) % seats;
            for (int o = 0; o < seats; o++) features(&s, o, s.active, samples[turns * seats + o]);
            turns++;
        }
        for (int o = 0; o < seats; o++) {
            float aimed = outcome(&s, o);
            for (int t = turns - 1; t >= 0; t--) {
                float *x = samples[t * seats + o];
                targets[t * seats + o] = aimed;
                aimed = lambda * aimed + (1 - lambda) * net_value(x);
            }
        }
        error = 0.999f * error + 0.001f * learn(turns * seats, rate * powf(0.1f, done));
    }
    return error;
}

/* Reads a state from numbers; returns the place after them. */
static const int *read_state(State *s, const int *from) {
    memset(s, 0, sizeof *s);
    s->seats = *from++;
    for (int o = 0; o < s->seats; o++) {
        for (int c = 0; c < KINDS; c++) s->hand[o][c] = (int8_t)*from++;
        for (int c = 0; c < KINDS; c++) s->village[o][c] = (int8_t)*from++;
        for (int g = 0; g < GOODS; g++) s->held[o][g] = (int8_t)*from++;
        for (int g = 0; g < GOODS; g++) s->under[o][g] = (int8_t)*from++;
        s->wood[o] = *from++, s->glory[o] = *from++;
    }
    for (int g = 0; g < GOODS; g++) s->supply[g] = (int8_t)*from++, s->stone[g] = (int8_t)*from++;
    for (int c = 0; c < KINDS; c++) s->deck_of[c] = (int8_t)*from++, s->left += s->deck_of[c];
    for (int c = 0; c < 4; c++) {
        s->height[c] = (int8_t)*from++;
        for (int i = 0; i < s->height[c]; i++) s->column[c][i] = (int8_t)*from++;
    }
    return from;
}

/* The features of a position given as numbers, for the check that both twins see the same. */
int features_of(const int *from, int seat, int mover, float *x) {
    State s;
    read_state(&s, from);
    return features(&s, seat, mover, x);
}
