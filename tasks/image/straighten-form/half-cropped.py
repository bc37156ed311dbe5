# %% The bright part of the photo, resized
import cv2
import numpy as np

photo = cv2.imread("data/form.jpg")
grey = cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (0, 0), 3)
ys, xs = np.nonzero(grey > cv2.threshold(grey.astype(np.uint8), 0, 255, cv2.THRESH_OTSU)[0])
sheet = photo[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
cv2.imwrite("output/form.png", cv2.resize(sheet, (840, 1188)))
