// What the page sends to a table and hears of it, written by `make docs` from the requests, entries and
// shapes that Python declares; the page itself never loads this.

interface RequestBodies {
    alarm: {
        text: string;
    };
    begin_actions: {
        unsaid?: string | null;
        waits?: boolean | null;
    };
    begin_evening: {
        name?: string | null;
    };
    begin_round: Record<string, never>;
    begin_scene: {
        name: string;
        conditions?: any[] | null;
    };
    bring_back: {
        seat: string;
    };
    burn: {
        character?: string | null;
    };
    change_undertaking: {
        undertaking: string;
        name?: string | null;
        rank?: string | null;
        ticks?: number | null;
        ended?: boolean | null;
    };
    commit: {
        commitments: string[];
        afresh?: boolean | null;
    };
    contribute: {
        roll: number;
        contribution: string;
        seen?: string | null;
    };
    decide: {
        roll: number;
        option: string;
        dice?: number[] | null;
        nonce?: string | null;
    };
    declare: {
        character?: string | null;
        npc?: string | null;
        move?: string | null;
        trait?: string | null;
        against?: string | null;
        members?: string[] | null;
        inputs?: Record<string, any> | null;
        decide?: Record<string, string> | null;
        undertaking?: string | null;
    };
    demand_roll: {
        roll: number;
        character: string;
    };
    describe: {
        character: string;
        words: Record<string, string>;
    };
    discard: {
        card: string;
    };
    edit: {
        where: string;
        values: Record<string, any>;
    };
    end: Record<string, never>;
    end_evening: Record<string, never>;
    end_rounds: Record<string, never>;
    end_scene: Record<string, never>;
    give: {
        character: string;
        seat?: string | null;
    };
    hand_out: {
        card: string;
        seat?: string | null;
    };
    hand_over: {
        to: string;
    };
    illustrate: {
        card: string;
        picture: string;
    };
    intend: {
        character: string;
        intention: string;
    };
    keep: {
        what: string;
        fields: Record<string, any>;
        card?: string | null;
    };
    leave: {
        seat?: string | null;
    };
    let_in: {
        seat: string;
    };
    "links/code": {
        screen?: boolean | null;
    };
    "links/renew": Record<string, never>;
    "links/seat": {
        seat: string;
    };
    make: {
        name: string;
        values?: Record<string, any> | null;
        seat?: string | null;
    };
    make_clock: {
        name: string;
        size: number;
        full?: string | null;
    };
    mark_progress: {
        undertaking: string;
        times?: number | null;
    };
    name_due: {
        roll: number;
        due?: number | null;
        answer?: any[] | null;
        trait?: string | null;
    };
    name_evening: {
        evening: string;
        name: string;
    };
    note: {
        text: string;
    };
    note_privately: {
        character: string;
        text: string;
    };
    offer: {
        roll: number;
        character: string;
        input?: string | null;
        how?: string | null;
        trait?: string | null;
        inputs?: Record<string, any> | null;
    };
    portray: {
        character: string;
        picture: string;
    };
    put_away: {
        handout: string;
    };
    remove_clock: {
        clock: string;
    };
    rename: {
        name: string;
    };
    rename_character: {
        character: string;
        name: string;
    };
    reveal: {
        secret: number;
    };
    roll_at_once: {
        character?: string | null;
        npc?: string | null;
        move?: string | null;
        trait?: string | null;
        against?: string | null;
        members?: string[] | null;
        inputs?: Record<string, any> | null;
        decide?: Record<string, string> | null;
        undertaking?: string | null;
        dice?: number[] | null;
        nonce?: string | null;
    };
    rotate_seed: Record<string, never>;
    rule: {
        rulings: Record<string, any>;
    };
    say_late: {
        roll: number;
        inputs: Record<string, any>;
    };
    secret_roll: {
        move?: string | null;
        inputs?: Record<string, any> | null;
        decide?: Record<string, string> | null;
        note?: string | null;
        nonce?: string | null;
    };
    set: {
        roll: number;
        inputs?: Record<string, any> | null;
        decide?: Record<string, string> | null;
        undertaking?: string | null;
        trait?: string | null;
        against?: string | null;
    };
    set_up: {
        advice?: boolean | null;
        hand_dice?: boolean | null;
        undo_alone?: boolean | null;
        knock?: boolean | null;
        gm_seats?: number | null;
        player_seats?: number | null;
        onlooker_seats?: number | null;
    };
    settle: {
        roll: number;
        due?: number | null;
        answer?: any[] | null;
        character?: string | null;
    };
    take_back_card: {
        card: string;
    };
    tend: {
        character: string;
        what: string;
        value?: string | null;
        thing?: Record<string, any> | null;
        amount?: number | null;
    };
    throw: {
        roll: number;
        dice?: number[] | null;
        nonce?: string | null;
    };
    tick: {
        clock: string;
        by?: number | null;
    };
    undertake: {
        kind: string;
        name: string;
        rank: string;
        character?: string | null;
        roll?: number | null;
    };
    undo: {
        entry: number;
    };
    wish: {
        roll: number;
        withdrawn?: boolean | null;
    };
    withdraw: {
        roll: number;
    };
    withdraw_offer: {
        roll: number;
        character: string;
    };
}

type EntryKind =
    | "alarmed"
    | "burned"
    | "called"
    | "character_renamed"
    | "clock_filled"
    | "clock_made"
    | "clock_removed"
    | "closed"
    | "code_shown"
    | "committed"
    | "contributed"
    | "decided"
    | "declared"
    | "demanded"
    | "edited"
    | "ended"
    | "evening_begun"
    | "evening_changed"
    | "given"
    | "handed_out"
    | "handed_over"
    | "handout_put_away"
    | "joined"
    | "kept"
    | "laid"
    | "left"
    | "let_in"
    | "links_renewed"
    | "made"
    | "named"
    | "noted"
    | "offer_withdrawn"
    | "offered"
    | "opened"
    | "proposed"
    | "renamed"
    | "reseated"
    | "returned"
    | "revealed"
    | "rolled_secretly"
    | "round_begun"
    | "round_changed"
    | "ruled"
    | "said_late"
    | "scene_begun"
    | "scene_ended"
    | "seat_link_made"
    | "seed_changed"
    | "set"
    | "set_up"
    | "settled"
    | "tended"
    | "thrown"
    | "undertaken"
    | "undertaking_changed"
    | "undone"
    | "wished"
    | "withdrawn";

interface Face {
    light: Record<string, string>;
    dark: Record<string, string>;
    letters: "serif" | "sans" | "narrow" | "round" | "slab";
    emblem: string;
    dice: Record<string, DieLook>;
    tracks: Record<string, TrackLook>;
    good_marks: string[];
    good_ways: string[];
    passes: string[];
    sections: Section[];
    watched: Record<string, Watched>;
    glossary: Record<string, string>;
    reworded: Record<string, Record<string, Record<string, string>>>;
    first: string[];
    deeds: Record<string, string>;
    asks: Record<string, string>;
    vain: Record<string, string>;
    moves: Record<string, string>;
    no_deeds: string[];
    phrases: Record<string, string[]>;
    questions: Record<string, RulingQuestion>;
    switches: Record<string, RulingSwitch>;
    topics: Record<string, string>;
    making: Guide[];
    at_hand: string[];
    without: string;
    conditions: string[];
    opponents: Record<string, Record<string, Record<string, string>>>;
    fits: Record<string, string[]>;
    groups: Record<string, string>;
    means: Record<string, string>;
    down: Record<string, string>;
    out: string[];
    owed: Record<string, string>;
    relieved: Record<string, [string, string]>;
    shifts: Record<string, number>;
    aids: string;
    seldom: string[];
    begins: Record<string, string>;
    ends: Record<string, string>;
    finishing: Record<string, Record<string, boolean>>;
    stances: Record<string, [Stance, Stance]>;
    finished: Record<string, string>;
    lost: Record<string, string>;
    upkeep: Upkeep[];
    between: string;
    ready: ReadyCharacter[];
    asked: FirstQuestion[];
}

interface Way {
    name: string;
    says: string;
    track: string;
    each: number;
    most: number;
    anyone: boolean;
    per: number;
    brings: [number, string][];
    alone: boolean;
    needs: string;
    unless: string;
    bears: "" | "all" | "some";
    in_words: boolean;
    usual: number;
}

interface Clock {
    clock: string;
    name: string;
    size: number;
    filled: number;
}

interface Undertaking {
    undertaking: string;
    kind: string;
    name: string;
    rank: string;
    character: string;
    ticks: number;
    ended: boolean;
}

interface Evening {
    evening: string;
    begun: number;
    at: number;
    name: string;
    ended: number;
    ended_at: number;
}

interface Seat {
    seat: string;
    name: string;
    role: "gm" | "player" | "onlooker";
    gone: boolean;
    waits: boolean;
}

interface DieLook {
    shade: "one" | "two" | "three" | "risk" | "against";
    called: string;
    hurts: number[];
    hurt_called: string;
    lent: boolean;
}

interface TrackLook {
    drawn: "boxes" | "ladder" | "progress" | "bar" | "count";
    tone: "plain" | "good" | "hurt";
    short: string;
    thing: string;
    tells_at_end: boolean;
    used: string;
}

interface Section {
    title: string;
    names: string[];
    folded: boolean;
}

interface Watched {
    tone: "plain" | "good" | "hurt";
    called: string;
    many: string;
    least: number;
    means: string;
    unless: string;
    by_die: string;
}

interface RulingQuestion {
    asks: string;
    answers: Record<string, string>;
    number: string;
    example: FirstQuestion | null;
}

interface RulingSwitch {
    named: string;
    answer: string;
    says: string;
    begins: string;
    ends: string;
}

interface Guide {
    title: string;
    says: string;
    names: string[];
    spread: any[];
    points: number;
    worth: Record<string, number>;
    most: number;
    things: string;
    asks: string[];
}

interface Stance {
    called: string;
    moves: string[];
    mark: string;
}

interface Upkeep {
    name: string;
    says: string;
    price: Record<string, number>;
    names: string[];
    by: number;
    things: string;
    changes: Record<string, number>;
    amount: string;
    clock: number[];
}

interface ReadyCharacter {
    name: string;
    line: string;
    values: Record<string, any>;
    pronouns: string;
    look: string;
}

interface FirstQuestion {
    asks: string;
    attempt: Record<string, any>;
    decide: Record<string, string>;
    move: string;
}
