/* Teaches the nets of Rapa Nui, the card game, as teach.py does, in minutes.
   The features are those of engine/rapa_nui_cards/features.py; the outsider's twin has what a card brings. */
#include "outsiders/rapa_nui_cards.c"

#define OF_ONE 41
#define OF_ALL 88
#define NUMBERS (4 * OF_ONE + OF_ALL + 4)
#define UNITS 32
#define DECK 34
#define LATE 8
#define MOST_STATES 400
#define LOT_SAMPLES (LOT * MOST_STATES * 4)
#include "twin.h"

enum { BUY, PLAY, SACRIFICE, OFFER, TAKE, COLLECT_MOAI, COLLECT_OTHER, OVER };
#define ASKING 7 /* the phases in which somebody is asked */

typedef struct {
    State s; /* its `under`: by seat, the cards that it laid face down */
    int phase, decider, due[4], good; /* `good`: the scored one, in COLLECT_OTHER */
} Game;

static void numbers(const Game *g, int seat, float *x) {
    const State *s = &g->s;
    int n = s->seats, due[KINDS][4], to_come[KINDS], stone[GOODS], sorted[GOODS], lying = 0, laid_under = 0;
    float worth[GOODS], most_gain = -9, least_gain = 9;
    for (int c = 0; c < KINDS; c++) dues(s, c, due[c]), to_come[c] = s->deck_of[c];
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < s->height[c]; i++) lying++, to_come[s->column[c][i]] += i < s->height[c] - 1;
    for (int a = 0; a < GOODS; a++) {
        stone[a] = s->stone[a];
        for (int o = 0; o < n; o++) stone[a] += s->under[o][a], laid_under += s->under[o][a];
        sorted[a] = stone[a];
    }
    ranked(stone, 0, worth);
    for (int step = 0; step < n; step++) {
        int o = (seat + step) % n, wood = s->wood[o];
        const int8_t *village = s->village[o], *hand = s->hand[o], *held = s->held[o];
        float goods = 0, coming = 0;
        for (int c = 0; c < KINDS; c++)
            *x++ = (float)village[c] / (c == LUMBERJACK ? 5 : c == PRIEST ? 4 : 3);
        for (int c = 0; c < KINDS; c++) *x++ = (float)due[c][o] / 2;
        for (int c = 0; c < KINDS; c++) *x++ = (float)(due[c][o] * to_come[c]) / 16;
        for (int a = 0; a < GOODS; a++)
            goods += (float)held[a] * worth[a], coming += (float)(due[a][o] * to_come[a]) * worth[a];
        *x++ = (float)(wood < 7 ? wood : 7) / 7, *x++ = (float)(wood > 7 ? wood - 7 : 0) / 10;
        *x++ = (float)(wood * s->left) / (10 * DECK), *x++ = (float)s->glory[o] / 20;
        for (int c = 0; c < KINDS; c++) *x++ = (float)hand[c];
        *x++ = (float)(hand[MOAI] && wood >= 7), *x++ = (float)(wood < 7 ? hand[MOAI] * (7 - wood) : 0) / 7;
        for (int a = 0; a < GOODS; a++) *x++ = (float)held[a] / 8;
        *x++ = goods / 30, *x++ = coming / 32;
        *x++ = ((float)(s->glory[o] + 4 * village[MOAI] + wood / 5) + goods) / 30;
    }
    *x++ = (float)s->left / DECK, *x++ = (float)(s->left < LATE ? LATE - s->left : 0) / LATE;
    *x++ = (float)lying / 16;
    for (int a = 0; a < GOODS; a++) *x++ = (float)stone[a] / 5;
    for (int a = 0; a < GOODS; a++) *x++ = worth[a] / 3;
    for (int a = 0; a < GOODS; a++)
        for (int b = a; b && sorted[b] > sorted[b - 1]; b--) {
            int kept = sorted[b];
            sorted[b] = sorted[b - 1], sorted[b - 1] = kept;
        }
    for (int a = 1; a < GOODS; a++) *x++ = (float)(sorted[a - 1] - sorted[a]) / 2;
    *x++ = (float)laid_under / 4;
    for (int p = 0; p < ASKING; p++) *x++ = (float)(g->phase == p);
    *x++ = (float)(g->decider == seat);
    for (int step = 0; step < n; step++) *x++ = (float)((seat + step) % n == s->active);
    float *ends = x, *fronts = x + 2 + KINDS, *pairs = fronts + KINDS;
    memset(x, 0, (2 + 2 * KINDS + KINDS * KINDS) * sizeof *x);
    for (int c = 0; c < KINDS; c++) x[2 + c] = (float)to_come[c] / 8;
    for (int c = 0; c < 4; c++) {
        int height = s->height[c], best = 0;
        if (!height) continue;
        int front = s->column[c][height - 1];
        fronts[front] += 0.5f;
        if (height < 2) continue;
        int next = s->column[c][height - 2];
        pairs[front * KINDS + next] += 1;
        for (int o = 0; o < n; o++)
            if (o != seat && due[next][o] > best) best = due[next][o];
        float gain = (float)(due[next][seat] - best);
        most_gain = fmaxf(most_gain, gain), least_gain = fminf(least_gain, gain);
    }
    ends[0] = most_gain > -9 ? most_gain / 3 : 0, ends[1] = most_gain > -9 ? least_gain / 3 : 0;
}

/* The lead of a seat at the end and the worth of winning, in units of POINTS. */
static float end_of(const State *s, int seat) {
    int stone[GOODS], total[4], standing[4], best = -1000, is_first = 1;
    float worth[GOODS], others = 0;
    for (int a = 0; a < GOODS; a++) {
        stone[a] = s->stone[a];
        for (int o = 0; o < s->seats; o++) stone[a] += s->under[o][a];
    }
    ranked(stone, 0, worth);
    for (int o = 0; o < s->seats; o++) {
        total[o] = s->glory[o] + 4 * s->village[o][MOAI] + s->wood[o] / 5;
        for (int a = 0; a < GOODS; a++) total[o] += s->held[o][a] * (int)worth[a];
        standing[o] = total[o] * 10000 + s->village[o][MOAI] * 100 + s->wood[o];
    }
    for (int o = 0; o < s->seats; o++) {
        if (o == seat) continue;
        is_first &= standing[seat] >= standing[o], others += (float)total[o];
        if (total[o] > best) best = total[o];
    }
    float lead = (float)total[seat] - 0.7f * (float)best - 0.3f * others / (float)(s->seats - 1);
    return (lead + (is_first ? WINNING : -WINNING)) / POINTS;
}

static float worth_of(const Game *g, int seat) {
    float x[NUMBERS], hidden[UNITS];
    if (g->phase == OVER) return end_of(&g->s, seat);
    numbers(g, seat, x);
    return bent(x, hidden);
}

static void next_turn(Game *g) {
    g->s.active = g->decider = (g->s.active + 1) % g->s.seats, g->phase = BUY;
}

static int any_good(const int8_t *goods) { return goods[0] | goods[1] | goods[2] | goods[3]; }

/* Gives the dues of a scored card from a seat on, up to the next one that has to choose. */
static void go_on_scoring(Game *g, int seat, int card) {
    State *s = &g->s;
    for (int step = (seat - s->active + s->seats) % s->seats; step < s->seats; step++) {
        int o = (s->active + step) % s->seats;
        if (!g->due[o]) continue;
        if (card == MOAI) {
            g->phase = COLLECT_MOAI, g->decider = o;
            return;
        }
        while (g->due[o] && s->supply[card]) s->supply[card]--, s->held[o][card]++, g->due[o]--;
        if (g->due[o] && any_good(s->supply)) {
            g->phase = COLLECT_OTHER, g->decider = o, g->good = card;
            return;
        }
        g->due[o] = 0;
    }
    next_turn(g);
}

static void score_front(Game *g, int card) {
    State *s = &g->s;
    dues(s, card, g->due);
    if (card == LUMBERJACK || card == PRIEST) {
        for (int o = 0; o < s->seats; o++) *(card == PRIEST ? &s->glory[o] : &s->wood[o]) += g->due[o];
        next_turn(g);
    } else go_on_scoring(g, s->active, card);
}

/* Asks the next seat with sacrifice cards to lay one, from a seat on to the active one. */
static void go_round(Game *g, int seat) {
    State *s = &g->s;
    while (seat != s->active && !any_good(s->held[seat])) seat = (seat + 1) % s->seats;
    g->decider = seat, g->phase = SACRIFICE;
    if (any_good(s->held[seat])) return;
    g->phase = any_good(s->supply) ? OFFER : TAKE;
}

/* What a move means depends on the phase; in PLAY: 3 * the card + the number of Gatherers - 1, or DISCARD. */
#define DISCARD (3 * KINDS)

static int moves_of(const Game *g, int *found) {
    const State *s = &g->s;
    int seat = g->decider, n = 0, wood = s->wood[seat];
    switch (g->phase) {
    case BUY:
        for (int a = 0; a < GOODS; a++) {
            int laid = s->village[seat][a];
            if (s->supply[a] && wood >= (laid > 5 ? 0 : 5 - laid)) found[n++] = a;
        }
        found[n++] = GOODS;
        break;
    case PLAY:
        for (int c = 0; c < KINDS; c++) {
            int most = c < GOODS ? s->hand[seat][c] : s->hand[seat][c] > 0;
            for (int k = 0; k < most; k++)
                if (wood >= (c == MOAI ? 7 : k)) found[n++] = 3 * c + k;
        }
        if (s->hand[seat][MOAI] == 3 && wood < 7) found[n++] = DISCARD;
        break;
    case SACRIFICE:
        for (int a = 0; a < GOODS; a++)
            if (s->held[seat][a]) found[n++] = a;
        break;
    case OFFER:
    case COLLECT_OTHER:
        for (int a = 0; a < GOODS; a++)
            if (s->supply[a]) found[n++] = a;
        break;
    case TAKE:
        for (int c = 0; c < 4; c++) found[n++] = c;
        break;
    default: found[n++] = 0, found[n++] = 1;
    }
    return n;
}

static void make(Game *g, int move) {
    State *s = &g->s;
    int seat = g->decider, next = (seat + 1) % s->seats;
    switch (g->phase) {
    case BUY:
        if (move < GOODS) {
            int laid = s->village[seat][move];
            s->wood[seat] -= laid > 5 ? 0 : 5 - laid, s->supply[move]--, s->held[seat][move]++;
        }
        g->phase = PLAY;
        break;
    case PLAY:
        g->phase = TAKE;
        if (move == DISCARD) s->hand[seat][MOAI]--;
        else {
            int card = move / 3, count = move % 3 + 1;
            s->wood[seat] -= card == MOAI ? 7 : count - 1;
            s->hand[seat][card] -= (int8_t)count, s->village[seat][card] += (int8_t)count;
            if (card == MOAI) go_round(g, next);
        }
        break;
    case SACRIFICE:
        s->held[seat][move]--;
        if (seat == s->active) s->under[seat][move]++, g->phase = any_good(s->supply) ? OFFER : TAKE;
        else s->stone[move]++, go_round(g, next);
        break;
    case OFFER: s->supply[move]--, s->stone[move]++, g->phase = TAKE; break;
    case TAKE: {
        int8_t *cards = s->column[move];
        s->hand[seat][cards[--s->height[move]]]++;
        if (!s->height[move]) {
            for (int i = 0; i < 4 && s->left; i++) {
                int card = s->deck[--s->left];
                s->deck_of[card]--, cards[s->height[move]++] = (int8_t)card;
            }
            if (!s->left) {
                g->phase = OVER, s->over = 1;
                break;
            }
        }
        if (hand_size(s) >= 3) score_front(g, cards[s->height[move] - 1]);
        break;
    }
    case COLLECT_MOAI:
        *(move ? &s->glory[seat] : &s->wood[seat]) += g->due[seat], g->due[seat] = 0;
        if (next == s->active) next_turn(g);
        else go_on_scoring(g, next, MOAI);
        break;
    default:
        s->supply[move]--, s->held[seat][move]++;
        if (--g->due[seat] && any_good(s->supply)) break;
        if (next == s->active) next_turn(g);
        else go_on_scoring(g, next, g->good);
    }
}

static void shuffle_deck(State *s) {
    for (int i = s->left - 1; i > 0; i--) {
        int j = below(i + 1);
        int8_t card = s->deck[i];
        s->deck[i] = s->deck[j], s->deck[j] = card;
    }
}

/* Makes the move of the best state after it; of columns about to be refilled, the refill is drawn. */
static int chosen(const Game *g) {
    int found[32], n = moves_of(g, found), best = found[0], seat = g->decider;
    float most = -1e9f;
    if (n == 1) return best;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int deals = g->phase == TAKE && g->s.height[found[i]] == 1 ? 2 : 1;
        for (int d = 0; d < deals; d++) {
            Game after = *g;
            if (deals > 1) shuffle_deck(&after.s);
            make(&after, found[i]);
            sum += worth_of(&after, seat);
        }
        sum /= (float)deals;
        if (sum > most) most = sum, best = found[i];
    }
    return best;
}

static int players;

static int begin(int seats, int *units) {
    *units = UNITS, players = seats;
    return seats * (OF_ONE + 1) + OF_ALL;
}

static void tie(Net *of, int is_slopes) { (void)of, (void)is_slopes; }

static int learn_from(int at, float odd, float lambda) {
    static float seen[4][MOST_STATES][NUMBERS];
    Game g = {0};
    int found[32], states = 0;
    deal(&g.s, players), g.decider = g.s.active;
    while (states < MOST_STATES) {
        make(&g, uniform() < odd ? found[below(moves_of(&g, found))] : chosen(&g));
        if (g.phase == OVER) break;
        for (int o = 0; o < players; o++) numbers(&g, o, seen[o][states]);
        states++;
    }
    for (int o = 0; o < players; o++) at = add_seen(at, seen[o], states, end_of(&g.s, o), lambda);
    return at;
}

/* The features of a state given as numbers, for the check against those of the engine. */
void numbers_of(const int *from, int seat, float *x) {
    Game g = {0};
    from = read_state(&g.s, from);
    g.phase = *from++, g.decider = *from++, g.s.active = *from;
    numbers(&g, seat, x);
}
