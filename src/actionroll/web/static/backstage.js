// Behind the stage, and not shown by an empty table: what the gm has, the log, and who is not seated yet.

import { adder, tending } from "./adding.js";
import { atHand } from "./chronicle.js";
import { aloneAt, gmPanel, played } from "./gm.js";
import { afterwards, joinView, knocking, waitView } from "./join.js";
import { logPanel, stepsTold } from "./log.js";
import { editors, makingView, wordsForm } from "./making.js";
import { againstChoice, allAlike, answerChoice, deedForm, granted, handButton, handEntry } from "./plain-dice.js";
import { oneOfUs, plainOdds, plainThrow, readying } from "./plain-dice.js";
import { readAgain } from "./reading.js";
import { adviceOn, effectOnOdds, lastWord, wordsOfTheGame } from "./rulings.js";
import { fitted, tv } from "./television.js";

export const backstage = {
  adder,
  adviceOn,
  afterwards,
  againstChoice,
  allAlike,
  aloneAt,
  answerChoice,
  atHand,
  deedForm,
  editors,
  effectOnOdds,
  fitted,
  gmPanel,
  granted,
  handButton,
  handEntry,
  joinView,
  knocking,
  lastWord,
  logPanel,
  makingView,
  oneOfUs,
  plainOdds,
  plainThrow,
  played,
  readAgain,
  readying,
  stepsTold,
  tending,
  tv,
  waitView,
  wordsForm,
  wordsOfTheGame,
};
