// The rest of the table's page: a roll and its moments, what the gm has, the log, and who is not seated yet.

import { building } from "./building.js";
import { adviceOn } from "./deciding.js";
import { afterwards, fallen, fallingDice } from "./fallen.js";
import { gmPanel } from "./gm.js";
import { joinView, knocking, waitView } from "./join.js";
import { logPanel } from "./log.js";
import { makingView } from "./making.js";
import { effectOnOdds } from "./rulings.js";
import { isMineToSay, settling } from "./settling.js";

export const rest = {
  adviceOn,
  afterwards,
  building,
  effectOnOdds,
  fallen,
  fallingDice,
  gmPanel,
  isMineToSay,
  joinView,
  knocking,
  logPanel,
  makingView,
  settling,
  waitView,
};
