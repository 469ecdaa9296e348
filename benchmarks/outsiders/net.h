/* A net with one hidden layer, Adam, and a source of random numbers: what both teachers share. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN 32
#define MOST_INPUTS 400
#define MOST_SAMPLES 600
#define WEIGHTS (MOST_INPUTS * HIDDEN + 2 * HIDDEN + 1)

static int inputs;
static float first_layer[MOST_INPUTS][HIDDEN], bias[HIDDEN], second_layer[HIDDEN], last_bias;
static float moment[WEIGHTS], square[WEIGHTS], slope[WEIGHTS];
static float samples[MOST_SAMPLES][MOST_INPUTS], targets[MOST_SAMPLES];
static int updates;
static uint64_t seed_now = 1;

static uint32_t random_bits(void) {
    seed_now ^= seed_now >> 12, seed_now ^= seed_now << 25, seed_now ^= seed_now >> 27;
    return (uint32_t)((seed_now * 2685821657736338717ULL) >> 32);
}
static int below(int bound) { return (int)(((uint64_t)random_bits() * (uint64_t)bound) >> 32); }
static float uniform(void) { return (float)(random_bits() >> 8) / 16777216.0f; }

static void begin_net(int number, uint64_t seed) {
    inputs = number, updates = 0, last_bias = 0, seed_now = seed * 7919 + 12345;
    memset(moment, 0, sizeof moment), memset(square, 0, sizeof square);
    for (int i = 0; i < inputs; i++)
        for (int h = 0; h < HIDDEN; h++) first_layer[i][h] = (uniform() - 0.5f) * 0.3f;
    for (int h = 0; h < HIDDEN; h++) bias[h] = 0, second_layer[h] = (uniform() - 0.5f) * 0.3f;
}

static void hidden_of(const float *x, float *sum) {
    for (int h = 0; h < HIDDEN; h++) sum[h] = bias[h];
    for (int i = 0; i < inputs; i++)
        if (x[i] != 0)
            for (int h = 0; h < HIDDEN; h++) sum[h] += x[i] * first_layer[i][h];
}

static float net_value(const float *x) {
    float sum[HIDDEN], out = last_bias;
    hidden_of(x, sum);
    for (int h = 0; h < HIDDEN; h++) out += second_layer[h] * sum[h] / (1 + fabsf(sum[h]));
    return out;
}

static void adam(float *weight, int at, int number, float rate) {
    float warm1 = 1 - powf(0.9f, (float)updates), warm2 = 1 - powf(0.999f, (float)updates);
    for (int i = 0; i < number; i++) {
        float g = slope[at + i];
        moment[at + i] = 0.9f * moment[at + i] + 0.1f * g;
        square[at + i] = 0.999f * square[at + i] + 0.001f * g * g;
        weight[i] -= rate * (moment[at + i] / warm1) / (sqrtf(square[at + i] / warm2) + 1e-6f);
    }
}

/* One step towards the targets of the samples; returns the mean square error before it. */
static float learn(int number, float rate) {
    int at1 = inputs * HIDDEN, at2 = at1 + HIDDEN, at3 = at2 + HIDDEN;
    float wrong = 0;
    memset(slope, 0, sizeof slope);
    for (int k = 0; k < number; k++) {
        float sum[HIDDEN], out = last_bias, back[HIDDEN];
        const float *x = samples[k];
        hidden_of(x, sum);
        for (int h = 0; h < HIDDEN; h++) out += second_layer[h] * sum[h] / (1 + fabsf(sum[h]));
        float error = out - targets[k], each = error / (float)number;
        wrong += error * error;
        for (int h = 0; h < HIDDEN; h++) {
            float d = 1 + fabsf(sum[h]);
            slope[at2 + h] += each * sum[h] / d;
            back[h] = each * second_layer[h] / (d * d);
            slope[at1 + h] += back[h];
        }
        slope[at3] += each;
        for (int i = 0; i < inputs; i++)
            if (x[i] != 0)
                for (int h = 0; h < HIDDEN; h++) slope[i * HIDDEN + h] += x[i] * back[h];
    }
    updates++;
    adam(&first_layer[0][0], 0, at1, rate), adam(bias, at1, HIDDEN, rate);
    adam(second_layer, at2, HIDDEN, rate), adam(&last_bias, at3, 1, rate);
    return wrong / (float)number;
}

/* Give all weights: the first layer input by input, its biases, the second layer, its bias. */
void give_weights(float *to) {
    memcpy(to, first_layer, sizeof(float) * (size_t)(inputs * HIDDEN));
    memcpy(to + inputs * HIDDEN, bias, sizeof bias);
    memcpy(to + inputs * HIDDEN + HIDDEN, second_layer, sizeof second_layer);
    to[inputs * HIDDEN + 2 * HIDDEN] = last_bias;
}
int input_count(void) { return inputs; }
