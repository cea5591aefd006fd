// Reads counts and names from standard input and tells how the page would count them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { many } = await import(pathToFileURL(`${process.argv[2]}/words.js`).href);
const told = JSON.parse(readFileSync(0, "utf8")).map(([count, name]) => many(count, name));
process.stdout.write(JSON.stringify(told));
