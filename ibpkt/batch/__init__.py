"""Many packets at once: frames in a buffer, shapes, columns, verdicts, annotations."""

from __future__ import annotations

from ibpkt.batch.annotations import Annotation as Annotation
from ibpkt.batch.batch import Batch as Batch
from ibpkt.batch.frames import AnnotationBlock as AnnotationBlock, Frames as Frames, LengthConflict as LengthConflict
from ibpkt.batch.shape import Place as Place, Shape as Shape, Values as Values, is_constant as is_constant
