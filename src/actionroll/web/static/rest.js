// The rest of the table's page: a roll and its moments, what the gm has, the log, and who is not seated yet.

import { adviceOn } from "./deciding.js";
import { gmPanel } from "./gm.js";
import { joinView, knocking, waitView } from "./join.js";
import { logPanel } from "./log.js";
import { makingView } from "./making.js";
import { goingOn, rollOnStage } from "./moment.js";
import { callToRound, roundAbove } from "./rounds.js";
import { effectOnOdds } from "./rulings.js";

export const rest = {
  adviceOn,
  callToRound,
  effectOnOdds,
  gmPanel,
  goingOn,
  joinView,
  knocking,
  logPanel,
  makingView,
  rollOnStage,
  roundAbove,
  waitView,
};
