# %% Line by line on the sound as it has become, mutes and bleeps as silence
import csv

import numpy as np
import soundfile

sound, rate = soundfile.read("data/interview.wav")
with open("data/edits.csv", encoding="utf-8-sig", newline="") as file:
    rows = list(csv.reader(file))[1:]
for start, end, edit, _ in rows:
    begin, stop = (round((int(m) * 60 + float(s)) * rate) for m, s in (each.split(":") for each in (start, end)))
    if edit == "cut":
        sound = np.delete(sound, slice(begin, stop), axis=0)
    else:
        sound[begin:stop] = 0
soundfile.write("output/interview_edited.wav", sound, rate, subtype="PCM_16")
