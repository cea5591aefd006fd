"""In the Dark's rules by their ids, in our own words."""

RULES = {
    "ITD-01": "An action roll is for a player character who acts on a job, under pressure, and at a risk.",
    "ITD-02": "Where nothing can go wrong there is no roll: it just happens.",
    "ITD-03": "Where nothing can go right there is no roll: it cannot be done.",
    "ITD-04": "Off a job, or without pressure, a fortune roll takes the action roll's place.",
    "ITD-05": "Only players make action rolls.",
    "ITD-06": "The pool starts with one die for each dot of the action, and no dots are allowed.",
    "ITD-07": "One die less for each level by which the target exceeds the crew.",
    "ITD-08": "One die less from a bad position, which the gm calls.",
    "ITD-09": "One die less while both boxes of minor harm are marked.",
    "ITD-10": "One die less while both boxes of moderate harm are marked, besides that for minor harm.",
    "ITD-11": "Severe harm takes no die away.",
    "ITD-12": "One die more for each level by which the crew exceeds the target; at equal levels none.",
    "ITD-13": "One die more from a good position.",
    "ITD-14": "One die more for pushing yourself or for a devil's bargain: one die between the two.",
    "ITD-15": "One die more when a crewmate assists.",
    "ITD-16": "The assistant says what they do and takes 1 stress; the roller takes none for it.",
    "ITD-17": "The position is one of three: bad, normal or good.",
    "ITD-18": "The single highest die is read: 6 is a full success, 4 and 5 a partial success, 1 to 3 a failure.",
    "ITD-19": "Two sixes or more are a critical success.",
    "ITD-20": "A full success has no negative consequence.",
    "ITD-21": "A partial success succeeds and brings a consequence.",
    "ITD-22": "A failure fails and brings a consequence.",
    "ITD-23": "A critical success brings an extra benefit and no consequence.",
    "ITD-24": "A pool of one die is never a critical success.",
    "ITD-25": "An npc who acts on a player character does not roll: what succeeds for the player fails for the npc.",
    "ITD-26": "A partial success can be good or bad for both.",
    "ITD-27": "An npc who acts on no player character gets a fortune roll.",
    "ITD-28": "The player picks the action.",
    "ITD-29": "The gm must accept that the action fits what is done: a veto, not a choice.",
    "ITD-30": "The gm says how hard and how effective it will be before the roll.",
    "ITD-31": "A player who dislikes the odds may drop the attempt and try another way at no cost.",
}

ADVICE = {
    "ITD-28": "Which action a player picks is a choice of theirs; any action's dots are accepted.",
}
