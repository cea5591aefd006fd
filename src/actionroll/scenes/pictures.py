"""A solved scene as chart and table: how it ends, and how its tracks go."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from actionroll.charts.fan import fan_svg
from actionroll.charts.percent import percent
from actionroll.charts.stacked_bars import odds_bar_svg
from actionroll.charts.svg import written

if TYPE_CHECKING:
    from actionroll.scenes.solved import SceneOdds


def title_of(solved: SceneOdds) -> str:
    """The game and the scene."""
    return f"{solved.played.game.title}, {solved.played.scene.name}"


def usual_track(solved: SceneOdds) -> str:
    """The track that moves most in the scene: what its chart shows unless another is named."""
    tracks = [track for track in solved.played.tracks if track.high > track.low]
    moved = {
        track.name: abs(solved.mean(track.name) - solved.mean(track.name, 0)) / (track.high - track.low)
        for track in tracks
    }
    return max(moved, key=lambda name: moved[name])


def scene_svg(solved: SceneOdds, track: str = "") -> str:
    """A fan chart of a track over the rolls."""
    name = track or usual_track(solved)
    moments = [(str(number), solved.track(name, number)) for number in range(len(solved.layers))]
    return fan_svg(moments, title=f"{title_of(solved)}: {name.replace('_', ' ')}", across="rolls", up=name)


def scene_html(solved: SceneOdds) -> str:
    """Endings with a bar, the average of each track and tier, and the fan chart below."""
    chances = list(solved.endings.values())
    bar = odds_bar_svg(list(solved.endings), chances, title=f"{title_of(solved)}: how it ends")
    rows = [(ending, percent(chance)) for ending, chance in solved.endings.items()]
    rows += [(f"{track.name}, on average", decimal(solved.mean(track.name))) for track in solved.played.tracks]
    rows += [(f"{tier}, times", decimal(many)) for tier, many in solved.tiers.items()]
    if solved.aim is not None and solved.worth is not None:
        rows.append((f"worth for {solved.aim.says}", decimal(solved.worth)))
    cells = "".join(f"<tr><th>{written(name)}</th><td>{written(value)}</td></tr>" for name, value in rows)
    return f"<div>{bar}<table>{cells}</table>{scene_svg(solved)}</div>"


def decimal(value: Fraction) -> str:
    """Three digits after the point, with a true minus."""
    return f"{float(value):.3f}".replace("-", "−")
