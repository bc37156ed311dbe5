# %% OpenCV turns photos by itself; ffmpeg makes the GIF
import os
import subprocess

import cv2
import numpy as np
import pandas as pd

show = pd.read_csv("data/playlist.csv")
show.columns = ["photo", "seconds"]
show["seconds"] = show.seconds.ffill()
show

# %%
os.makedirs("/tmp/frames", exist_ok=True)
lines = []
for index, row in enumerate(show.itertuples()):
    photo = cv2.imread(f"data/photos/{row.photo}", cv2.IMREAD_COLOR)
    high, wide = photo.shape[:2]
    scale = min(320 / wide, 240 / high)
    small = cv2.resize(photo, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)
    frame = np.zeros((240, 320, 3), np.uint8)
    top, left = (240 - small.shape[0]) // 2, (320 - small.shape[1]) // 2
    frame[top : top + small.shape[0], left : left + small.shape[1]] = small
    cv2.imwrite(f"/tmp/frames/{index}.png", frame)
    lines += [f"file '/tmp/frames/{index}.png'", f"duration {row.seconds}"]
# The time of the last one counts only when something follows it, and GIF players add that to the end.
with open("/tmp/frames/list.txt", "w") as file:
    file.write("\n".join(lines) + "\n")

# %%
subprocess.run(
    ["ffmpeg", "-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", "/tmp/frames/list.txt",
     "-vf", "settb=1/100,split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1",
     "-fps_mode", "passthrough", "-loop", "0", "-final_delay", str(round(show.seconds.iloc[-1] * 100)),
     "output/slideshow.gif"],
    check=True,
)
