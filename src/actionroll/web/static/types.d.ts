// What the server tells the page, for the checker of types; the page itself never loads this.

type Tiers = Record<string, string>;
type Change = [where: string, name: string, before: any, after: any];

interface Die {
    die: string;
    face?: number | string;
    from: string;
    by?: string;
    /** What added it to the dice that a pool begins with. */
    for?: string;
    counted?: boolean;
    kept?: boolean;
    /** Whether the lower of those beside it counts. */
    lowest?: boolean;
    /** Whether it falls after the others that are drawn. */
    later?: boolean;
    called?: string;
}
interface Effect {
    who: string;
    character?: string;
    track: string;
    by: number;
}
interface Share {
    way: string;
    amount: number;
    who?: string;
    /** WORDLESS where they were said aloud. */
    words?: string | false;
    thing?: string;
    /** Chosen by typing words alone. */
    typed?: boolean;
}
interface Due {
    final?: string;
    due: number;
    kind: string;
    by: string;
    seat: string;
    says: string;
    amount: number;
    on: string;
    among: string[];
    rule: string;
    answered_by: string;
    answered_as?: string;
    answered_first?: boolean;
    is_remainder?: boolean;
    answers: Answering[];
    several: boolean;
    ways: Way[];
    named?: Share[] | null;
    proposed?: Share[] | null;
    /** What changes if it falls as it was named or proposed. */
    foretold?: Change[];
}
interface Foretold {
    changes: Change[] | null;
    refused: string;
}
interface AnswerWith {
    trait: string;
    dice: number;
    says: string;
    besides: string[];
    chosen_later: Record<string, PriceOdds>;
}
interface Answering {
    character: string;
    seat: string;
    with: AnswerWith[];
}
interface Outcome {
    tier: string;
    facts: Record<string, any>;
    effects: Effect[];
    dues: Due[];
    /** What settled it, in a clause; missing where the rules have changed since. */
    why?: string;
    means?: string;
    /** Those lines of the long words that tell a choice stand again among the choices. */
    words: { short: string; long: string[]; choices?: string[] };
}
interface Odds {
    tiers: Tiers;
    facts?: Record<string, Record<string, string>>;
    /** Of the helper's own throw that comes first. */
    own?: string;
}
/** Where the dice tell the price of a choice: its odds if it is made, and how often it cannot be paid. */
interface PriceOdds extends Odds {
    barred?: { says: string; chance: string };
}
interface Option {
    option: string;
    says: string;
    price: Effect[];
    ends: boolean;
    /** What is still to be said after it, where it ends the roll. */
    brings?: { kind: string; amount: number; on?: string }[];
    /** What somebody else may still do after it. */
    leaves?: { by: string; options: string[] };
    odds: Odds | null;
}
interface Asks {
    /** Whether one chooses among dice. */
    among?: boolean;
    /** Whether it stands as well as one could wish. */
    content?: boolean;
    ask: "decision" | "dice";
    rule: string;
    decision?: string;
    by?: string;
    seat: string;
    says?: string;
    /** What the sum tells besides the dice that are drawn. */
    besides?: string[];
    dice?: Die[];
    odds?: Odds | null;
    kept?: Die[];
    now?: {
        tier: string;
        facts: Record<string, any>;
        effects: Effect[];
        why?: string;
        brings?: { kind: string; amount: number; on?: string }[];
    };
    options?: Option[];
}
interface Offer {
    seat: string;
    character: string;
    input: string;
    how: string;
    trait: string;
    inputs: Record<string, any>;
}
interface Help {
    says_how?: boolean;
    proven?: boolean;
    rolled?: Record<string, boolean>;
    /** Why the help of who rolled for it is refused. */
    refused?: Record<string, string>;
    move: string;
    input: string;
    says: string;
    told: string;
    traits: string[];
    said: string[];
}
interface RollRecord {
    steps: any[];
    answers: any[];
    outcome?: Outcome | null;
}
interface SetInput {
    value: any;
    set: boolean;
    from_sheet: boolean;
    by: string;
    usual?: string;
}
interface UsableThing {
    name: string;
    kind: string;
    says: string;
    text?: string;
    used: boolean;
    fills: string[];
    refusal?: string;
}
interface Roll {
    demanded?: string[];
    owed?: { roll: number; due: number; kind: string; amount: number }[];
    tiers?: string[] | null;
    moot?: string[];
    undertaking?: string | null;
    things?: UsableThing[];
    /** Those of the other side in a contest. */
    defender_things?: UsableThing[];
    /** Whether the other side in a contest has said that it is. */
    ready?: boolean;
    roll: number;
    seat: string;
    character: string;
    move: string;
    trait: string;
    against: string;
    against_trait: string;
    members: string[];
    status: "open" | "waiting" | "done" | "undone" | "withdrawn" | "closed";
    by_hand: boolean;
    wished: string;
    offers: Offer[];
    parts: Record<string, string>;
    track_names: Record<string, string>;
    record: RollRecord | null;
    open_dues: Due[];
    asks: Asks | null;
    help?: Help[];
    needs?: { input: string; by: string; says: string }[];
    refusal?: string;
    /** The input by which the gm may allow what is refused. */
    leave?: string;
    /** The input whose value is refused, where it is one alone. */
    refused_at?: string;
    says?: string;
    besides?: string[];
    costs?: Effect[];
    /** Of what is done without dice: what it changes. */
    changing?: Effect[];
    dice?: Die[];
    /** What is known of them while the gm has still to speak; a die without a size depends on that. */
    sketched?: Die[];
    thrower?: string;
    decide?: Record<string, { options: string[]; chosen: string }>;
    odds?: Odds | null;
    chosen_later?: Record<string, PriceOdds>;
    inputs?: Record<string, SetInput>;
    unasked?: string;
    texts?: Record<string, string>;
    falling?: boolean;
    phones?: Record<string, string>;
    given?: string[];
    attempt?: Record<string, any>;
    rulings?: Record<string, string>;
    near?: any;
}
interface RequestBodies {
    duplicate: { name: string; nickname: string; characters: boolean };
    remove: { name: string };
}
interface Entry {
    number: number;
    kind: EntryKind;
    by: string;
    roll?: number;
    changes?: Change[];
    [more: string]: any;
}
interface Seat {
    here: boolean;
}
interface Character {
    game?: string;
    character: string;
    name: string;
    seat: string;
    values: Record<string, any>;
    bounds: Record<string, [number, number | null]>;
    words?: Record<string, string>;
    private?: { notes?: string };
    portrait?: string;
}
interface Undertaking {
    done: boolean;
    /** The characters of whom a roll on it is over: the page may hold none of those. */
    rolled: string[];
}
interface Card {
    card: string;
    what: string;
    by: string;
    to: string;
    fields: Record<string, any>;
}
interface View {
    evenings: Evening[];
    scene: { scene: string; name: string; conditions: [string, string, any][] } | null;
    handouts: { handout: string; title: string; text: string; picture: string }[];
    cards: Card[];
    secrets_number: number;
    led?: boolean;
    epoch?: number;
    table: string;
    name: string;
    game: string;
    with_gm: boolean;
    number: number;
    hash: string;
    rulings: Record<string, string>;
    settings: Record<string, any>;
    commitment: string;
    promises?: string[];
    you: { seat: string | null; role: string };
    seats: Seat[];
    characters: Character[];
    values: Record<string, any>;
    bounds: Record<string, [number, number | null]>;
    clocks: Clock[];
    undertakings: Undertaking[];
    rolls: Roll[];
    undone: number[];
    secrets: any[];
    ended: boolean;
    log: Entry[];
}
interface Input {
    accepts?: string;
    /** The decision of which the gm may still say it once the dice lie. */
    late?: string;
    minus?: boolean;
    with_gm?: any;
    reopens?: string[];
    beside?: string[];
    weighs?: boolean;
    /** Whether it is there under some house rules alone. */
    ruled?: boolean;
    relaxed?: [string, string];
    only?: [string, string, string];
    names?: string[];
    input: string;
    says: string;
    by: string;
    required: boolean;
    called: boolean;
    type: string;
    default?: any;
    values?: string[];
    low?: number;
    high?: number;
    none?: boolean;
    most?: number;
    of?: any;
    longest?: number;
    joins?: {
        says: string;
        told: string;
        anew?: string;
        group?: number;
        lends?: boolean;
        allowed?: string;
        hardness?: string;
    };
    /** The choice that these words are about, and its values with which someone says them. */
    about?: [string, string[]];
    /** What it asks for less of, and the values of that from the least. */
    asks_less?: [string, string[]];
    /** Whether these words are the roll's headline. */
    heads?: boolean;
    /** Whether its values are moves of the game's own list. */
    own_moves?: boolean;
}
interface Decision {
    decision: string;
    options: Record<string, string>;
    policies: string[];
    /** Tiers with which nobody wants anything else: where doing nothing ends in one, it is not asked. */
    content?: string[];
    /** What each policy does in a sentence; not told to who plays. */
    policies_say?: Record<string, string>;
}
interface Move {
    players_only?: boolean;
    diceless?: boolean;
    only_answers?: [string, string];
    move: string;
    says: string;
    inputs: Input[];
    decisions: Decision[];
    tiers: string[];
    facts: Record<string, string>;
    moot?: { input: string; values: any[]; but: string[]; of: string[] }[];
    either?: string[];
    means?: Record<string, string>;
}
interface Game {
    tracks?: any[];
    marks?: any[];
    traits?: any[];
    advice?: Record<string, string>;
    things?: ThingKind[];
    undertakings?: { kind: string; says: string }[];
    made_on?: Record<string, Record<string, string>>;
    ranks?: Record<string, number>;
    rounds?: { track: string; actions: string; turn: string; free: [string, any]; acted: string } | null;
    game: string;
    title: string;
    line: string;
    moves: Move[];
    rulings: any[];
    rules?: Record<string, string>;
    labels: Record<string, string>;
    credits: string;
    template: Record<string, any>;
    examples: Record<string, Record<string, any>>;
    face: Face | null;
    sheet: {
        traits: {
            trait: string;
            group: string;
            start: any;
            rolls: boolean;
            deed?: string;
            type: string;
            low?: number | null;
            high?: number | null;
        }[];
        tracks: {
            track: string;
            says: string;
            owner: string;
            rolls: boolean;
            rolled?: boolean;
            when_full?: string;
            overflow?: string;
        }[];
        marks: { mark: string; says: string; owner: string; verb?: string }[];
        moves_from_sheet: string[];
        moves_of_members: string[];
        each_round: string[];
        finished_by?: string;
        picks: Record<string, string[]>;
    };
}
interface State {
    view: View;
    game: Game;
    log: Map<number, Entry>;
    overlay: Map<number, Record<string, any>>;
    tapped: Map<string, { where: string; name: string; value: any; known: any }>;
    told: Set<number>;
    near: Map<number, { near: any; from: Record<string, any> }>;
    versions: Map<number, number>;
    news: Entry[];
}
interface Page {
    state: State;
    table: string;
    base: string;
    live: string;
    waits?: boolean;
    failure: string;
    disowned: (() => void) | null;
    trusted: boolean;
    tab: string;
    side: string;
    onlyStage: boolean;
    fell: number;
    peopleShown: boolean;
    draw: () => void;
    askNear: (rolls: Roll[]) => void;
    fairness: import("./fairness.js").Fairness;
    show: (tab: string) => void;
    falling: import("./falling.js").Falling;
}
type Taps = import("./taps.js").Taps;
interface Properties {
    onclick?: (event: any) => void;
    onchange?: (event: any) => void;
    oninput?: (event: any) => void;
    onsubmit?: (event: any) => void;
    onkeydown?: (event: any) => void;
    ontoggle?: (event: any) => void;
    onfocus?: (event: any) => void;
    onclose?: (event: any) => void;
    [name: string]: any;
}
interface ControlWays {
    locked?: string | null;
    offered?: (value: any) => boolean;
    unpaid?: (value: any) => string;
    label?: string;
    term?: (label: string) => any;
    id?: string;
    note?: (value: any) => string;
    called?: (value: any) => string;
    beside?: Element | null;
    below?: string;
    why?: string;
}
interface Thing {
    kind: string;
    name: string;
    text?: string;
    does?: { use: string; value?: any }[];
    worth?: string;
    most?: number;
    spent?: number;
}
interface ThingKind {
    wears?: string;
    kind: string;
    says: string;
    uses: { use: string; says: string; inputs: string[]; by: string; value: any }[];
    worth: any;
    ready: Thing[];
}
interface Face {
    ruled?: Record<string, string>;
}
