# %% Plain Python: Goertzel filters frame by frame, then the length of every run of frames
import array
import itertools
import json
import math
import wave

with wave.open("data/line_recording.wav") as file:
    rate = file.getframerate()
    samples = array.array("h", file.readframes(file.getnframes()))
rows, columns = [697, 770, 852, 941], [1209, 1336, 1477]
keypad = ["123", "456", "789", "*0#"]
FRAME, HOP = 160, 32  # 20 ms, every 4 ms
hann = [0.5 - 0.5 * math.cos(2 * math.pi * (index + 0.5) / FRAME) for index in range(FRAME)]


def goertzel(frame, hertz):
    turn = 2 * math.cos(2 * math.pi * hertz / rate)
    one = two = 0.0
    for sample in frame:
        one, two = sample + turn * one - two, one
    return math.sqrt(max(0.0, one * one + two * two - turn * one * two))


# %%
frames = []
for start in range(0, len(samples) - FRAME, HOP):
    frame = [sample * weight for sample, weight in zip(samples[start : start + FRAME], hann)]
    frames.append(([goertzel(frame, each) for each in rows], [goertzel(frame, each) for each in columns]))

# A frame speaks for a key when both of its frequencies stand far above the hiss.
floor = sorted(min(max(low), max(high)) for low, high in frames)[len(frames) // 4]
spoken = []
for low, high in frames:
    weak, strong = sorted([max(low), max(high)])
    spoken.append(keypad[low.index(max(low))][high.index(max(high))] if weak > 5 * floor and weak > 0.25 * strong else "")

# %% Runs of frames that agree; the few frames around a dropout that say something else are left out
runs = []
for key, group in itertools.groupby(enumerate(spoken), lambda each: each[1]):
    places = [index for index, _ in group]
    if key and len(places) >= 4:
        runs.append([key, places[0], places[-1]])

# %% Runs of one key with less than 30 ms between them are one press; a press has 55 ms or more
presses = []
for key, first, last in runs:
    if presses and presses[-1][0] == key and (first - presses[-1][2]) * HOP / rate < 0.03:
        presses[-1][2] = last
    else:
        presses.append([key, first, last])
keys = "".join(key for key, first, last in presses if (last - first + 1) * HOP / rate > 0.055)

# %% [answer]
print(json.dumps({"keys": keys}))
