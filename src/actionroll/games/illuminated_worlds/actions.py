"""The nine actions of Illuminated Worlds, by the drive that holds them."""

ACTIONS = {
    "nerve": ("move", "strike", "control"),
    "cunning": ("sway", "read", "hide"),
    "intuition": ("survey", "focus", "sense"),
}
NAMES = tuple(action for actions in ACTIONS.values() for action in actions)
DRIVE_OF = {action: drive for drive, actions in ACTIONS.items() for action in actions}
