# %% The edits as filters of ffmpeg
import subprocess

import pandas as pd

rows = pd.read_csv("data/edits.csv", encoding="utf-8-sig")
rows.columns = ["start", "end", "edit", "note"]
for name in ["start", "end"]:
    rows[name] = pd.to_timedelta("0:" + rows[name]).dt.total_seconds()
rows = rows.sort_values("start")
rows

# %%
quiet, tones, gone = [], [], []
for row in rows.itertuples():
    when = f"between(t,{row.start:.3f},{row.end - 0.00001:.5f})"
    if row.edit == "cut":
        gone.append(when)
    elif row.edit in ("mute", "bleep"):
        quiet.append(f"volume=0:enable='{when}'")
        if row.edit == "bleep":
            tones.append(when)
    else:
        quiet.append(f"volume={row.edit.replace(' ', '')}:enable='{when}'")
tone = f"aevalsrc='0.2*sin(2*PI*1000*t)*({'+'.join(tones)})|0.2*sin(2*PI*1000*t)*({'+'.join(tones)})':s=16000:c=stereo[b]"
# Small pieces, because cutting decides piece by piece.
graph = (
    f"[0:a]asetnsamples=16:p=0,{','.join(quiet)}[a];{tone};"
    f"[a][b]amix=inputs=2:duration=first:normalize=0,asetnsamples=16:p=0,aselect='not({'+'.join(gone)})',asetpts=N/SR/TB"
)
subprocess.run(
    ["ffmpeg", "-v", "error", "-y", "-i", "data/interview.wav", "-filter_complex", graph,
     "-c:a", "pcm_s16le", "output/interview_edited.wav"],
    check=True,
)
