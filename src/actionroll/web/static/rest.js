// The rest of the table's page: a roll and its moments, what the gm has, the log, and who is not seated yet.

import { adviceOn } from "./deciding.js";
import { gmPanel } from "./gm.js";
import { joinView, knocking, waitView } from "./join.js";
import { logPanel } from "./log.js";
import { makingView } from "./making.js";
import { rollOnStage } from "./moment.js";
import { effectOnOdds } from "./rulings.js";

export const rest = {
  adviceOn,
  effectOnOdds,
  gmPanel,
  joinView,
  knocking,
  logPanel,
  makingView,
  rollOnStage,
  waitView,
};
