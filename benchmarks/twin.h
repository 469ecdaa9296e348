/* Teaches the net of a game by lots of games against itself, as teach.py does: what all twins share.
   A twin first defines NUMBERS (the most features), UNITS and LOT_SAMPLES, and includes this file after the
   outsider's twin; it gives `begin`, `learn_from` and `tie`. */
#define BATCH 256
#define LOT 32
#define SHOWN 20
#define POINTS 25.0f
#define WINNING 6.0f

typedef struct {
    float in[NUMBERS][UNITS], bias[UNITS], out[UNITS], last;
} Net;

static Net net, slopes, means, squares; /* the weights; their slopes, and the moments of these for Adam */
static int number_count;                /* the number of features */
static float lot[LOT_SAMPLES][NUMBERS], aims[LOT_SAMPLES];

/* Prepares games of so many players; returns the number of features, and how many units start at random. */
static int begin(int seats, int *units);
/* Plays a game, and adds its samples to the lot from a place on; returns the place after them. */
static int learn_from(int at, float odd, float lambda);
/* Makes a net symmetric, if it has to be: its weights at first, its slopes before each step. */
static void tie(Net *of, int is_slopes);

/* tanh, to five digits. */
static float bent_sum(float x) {
    x = x > 7.9f ? 7.9f : x, x = x < -7.9f ? -7.9f : x;
    float y = x * x, over = x * (135135 + y * (17325 + y * (378 + y)));
    float found = over / (135135 + y * (62370 + y * (3150 + y * 28)));
    return found > 1 ? 1 : found < -1 ? -1 : found;
}

static float bent(const float *x, float *hidden) {
    float out = net.last, sum[UNITS], part[UNITS / 2];
    memcpy(sum, net.bias, sizeof sum);
    for (int i = 0; i < number_count; i++)
        if (x[i] != 0)
            for (int h = 0; h < UNITS; h++) sum[h] += x[i] * net.in[i][h];
    for (int h = 0; h < UNITS; h++) hidden[h] = bent_sum(sum[h]);
    for (int h = 0; h < UNITS / 2; h++)
        part[h] = net.out[h] * hidden[h] + net.out[UNITS / 2 + h] * hidden[UNITS / 2 + h];
    for (int h = 0; h < UNITS / 2; h++) out += part[h];
    return out;
}

/* Adds what a seat has seen in a game to the lot, with aims by TD(lambda); returns the place after them. */
static int add_seen(int at, const float seen[][NUMBERS], int states, float aim, float lambda) {
    float hidden[UNITS];
    for (int k = states - 1; k >= 0; k--) {
        memcpy(lot[at], seen[k], sizeof lot[at]), aims[at++] = aim;
        aim = lambda * aim + (1 - lambda) * bent(seen[k], hidden);
    }
    return at;
}

static void step(float rate) {
    float warm1 = 1 - powf(0.9f, (float)++updates), warm2 = 1 - powf(0.999f, (float)updates);
    float *weight = &net.in[0][0], *by = &slopes.in[0][0], *mean = &means.in[0][0], *mix = &squares.in[0][0];
    for (size_t i = 0; i < sizeof(Net) / sizeof(float); i++) {
        mean[i] = 0.9f * mean[i] + 0.1f * by[i];
        mix[i] = 0.999f * mix[i] + 0.001f * by[i] * by[i];
        weight[i] -= rate * (mean[i] / warm1) / (sqrtf(mix[i] / warm2) + 1e-6f);
    }
}

/* Corrects the net by so many samples; returns the sum of the square errors before. */
static float correct(int from, int number, float rate) {
    float wrong = 0;
    memset(&slopes, 0, sizeof slopes);
    for (int k = from; k < from + number; k++) {
        float hidden[UNITS], back[UNITS], *x = lot[k];
        float error = bent(x, hidden) - aims[k], each = error / (float)number;
        wrong += error * error, slopes.last += each;
        for (int h = 0; h < UNITS; h++) {
            slopes.out[h] += each * hidden[h];
            slopes.bias[h] += back[h] = each * net.out[h] * (1 - hidden[h] * hidden[h]);
        }
        for (int i = 0; i < number_count; i++)
            if (x[i] != 0)
                for (int h = 0; h < UNITS; h++) slopes.in[i][h] += x[i] * back[h];
    }
    tie(&slopes, 1), step(rate);
    return wrong;
}

static void shuffle_lot(int number) {
    static float x[NUMBERS];
    for (int i = number - 1; i > 0; i--) {
        int j = below(i + 1);
        float aim = aims[i];
        memcpy(x, lot[i], sizeof x), memcpy(lot[i], lot[j], sizeof x), memcpy(lot[j], x, sizeof x);
        aims[i] = aims[j], aims[j] = aim;
    }
}

/* Teaches for so many games; writes the errors (points²) over SHOWN equal parts of them. */
void teach_values(int seats, uint64_t seed, int games, float fast, float slow, float odd, float lambda,
                  float *errors) {
    int count = games / LOT, in_part[SHOWN] = {0}, units;
    memset(&net, 0, sizeof net), memset(&means, 0, sizeof net), memset(&squares, 0, sizeof net);
    number_count = begin(seats, &units), begin_net(number_count, seed);
    for (int h = 0; h < units; h++) {
        for (int i = 0; i < number_count; i++) net.in[i][h] = first_layer[i][h];
        net.out[h] = second_layer[h];
    }
    tie(&net, 0);
    for (int one = 0; one < count; one++) {
        float left = 1 - (float)one / (float)count, rate = slow + (fast - slow) * left, wrong = 0;
        int part = (int)((long)one * SHOWN / count), number = 0;
        for (int game = 0; game < LOT; game++) number = learn_from(number, odd * left, lambda);
        shuffle_lot(number);
        for (int from = 0; from < number; from += BATCH)
            wrong += correct(from, number - from < BATCH ? number - from : BATCH, rate);
        errors[part] += wrong / (float)number * POINTS * POINTS, in_part[part]++;
    }
    for (int part = 0; part < SHOWN; part++) errors[part] /= (float)(in_part[part] ? in_part[part] : 1);
}

int unit_count(void) { return UNITS; }

/* All weights in the order of a file of the players' weights. */
void give_values(float *to) {
    memcpy(to, net.in, sizeof *net.in * (size_t)number_count), to += number_count * UNITS;
    memcpy(to, net.bias, sizeof net.bias), to += UNITS;
    memcpy(to, net.out, sizeof net.out), to[UNITS] = net.last;
}
