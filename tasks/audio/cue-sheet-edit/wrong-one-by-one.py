# %% Carries the edits out one after the other on what the last one has left (fails: audio output/interview_edited.wav loudness)
import csv

import numpy as np
import soundfile

sound, rate = soundfile.read("data/interview.wav")
with open("data/edits.csv", encoding="utf-8-sig", newline="") as file:
    rows = list(csv.reader(file))[1:]
rows


# %%
def place(clock):
    minutes, seconds = clock.split(":")
    return round((int(minutes) * 60 + float(seconds)) * rate)


for start, end, edit, _ in rows:
    begin, stop = place(start), min(place(end), len(sound))
    if edit == "cut":
        sound = np.concatenate([sound[:begin], sound[stop:]])
    elif edit == "mute":
        sound[begin:stop] = 0
    elif edit == "bleep":
        times = np.arange(max(0, stop - begin)) / rate
        sound[begin:stop] = 0.2 * np.sin(2 * np.pi * 1000 * times)[:, None]
    else:
        sound[begin:stop] *= 10 ** (float(edit.removesuffix("dB")) / 20)

# %%
soundfile.write("output/interview_edited.wav", sound, rate, subtype="PCM_16")
len(sound) / rate
