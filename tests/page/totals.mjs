// Reads odds from standard input, from the worst tier to the best, and tells the total that stands beside their bar.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { worksTold } = await import(pathToFileURL(`${folder}/odds-bar.js`).href);
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(worksTold)));
