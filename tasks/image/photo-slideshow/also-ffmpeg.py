# %% OpenCV turns photos by itself; ffmpeg makes the GIF, ten frames a second
import subprocess

import cv2
import numpy as np
import pandas as pd

show = pd.read_csv("data/playlist.csv")
show.columns = ["photo", "seconds"]
show["seconds"] = show.seconds.ffill()
show

# %%
film = []
for row in show.itertuples():
    photo = cv2.imread(f"data/photos/{row.photo}", cv2.IMREAD_COLOR)
    high, wide = photo.shape[:2]
    scale = min(320 / wide, 240 / high)
    small = cv2.resize(photo, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)
    frame = np.zeros((240, 320, 3), np.uint8)
    top, left = (240 - small.shape[0]) // 2, (320 - small.shape[1]) // 2
    frame[top : top + small.shape[0], left : left + small.shape[1]] = small
    film += [frame.tobytes()] * round(row.seconds * 10)
len(film)

# %%
subprocess.run(
    ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", "320x240", "-r", "10", "-i", "-",
     "-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-loop", "0",
     "-gifflags", "0", "output/slideshow.gif"],  # frames in full: with a palette each, differences leave traces
    input=b"".join(film),
    check=True,
)
