"""Pictures of a capture: what flows, messages, commands, statistics and fabrics say, drawn as SVG, PNG or text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.plot.chart import (
        Chart as Chart,
        ChartLane as ChartLane,
        ChartSeries as ChartSeries,
        DrawnPicture as DrawnPicture,
        MatrixChart as MatrixChart,
        Picture as Picture,
    )
    from ibpkt.plot.picture_files import (
        PictureFormat as PictureFormat,
        picture_bytes as picture_bytes,
        picture_format as picture_format,
    )
    from ibpkt.plot.whole_capture import plot as plot

_MODULES = {
    **dict.fromkeys(("Chart", "ChartLane", "ChartSeries", "DrawnPicture", "MatrixChart", "Picture"), "chart"),
    **dict.fromkeys(("PictureFormat", "picture_bytes", "picture_format"), "picture_files"),
    "plot": "whole_capture",
}

if not TYPE_CHECKING:  # a misspelt name is an error
    __all__ = list(_MODULES)
    __getattr__ = exports(__name__, _MODULES)
