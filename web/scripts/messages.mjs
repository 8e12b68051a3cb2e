/**
 * Checks the words of the app: `messages/*.json` for the pages, `messages/rules/*.json` for the rules.
 *
 * In every language there are the keys that English has, with the same placeholders, the plurals that the language needs and
 * something that is not English. Every key is used, and every key that is used is there. Findings come one a line; any is a failure.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OTHERS = ['de', 'fr', 'it', 'nl', 'es', 'pl', 'ru'];
const LANGUAGES = ['en', ...OTHERS];

/** What may be the same as in English, and in which languages: names, and words that really are the same. */
const SAME = {
  ZÈRTZ: OTHERS,
  'ZEN (zertz.online)': OTHERS,
  'SGF (Boardspace)': OTHERS,
  '(provisional)': ['es'],
  Account: ['it', 'nl'],
  Analyse: ['de', 'fr', 'nl'],
  Animation: ['de', 'fr'],
  Blitz: ['de', 'fr', 'it', 'nl'],
  bot: ['fr', 'it', 'nl', 'es', 'pl'],
  Bots: ['de', 'fr', 'nl', 'es'],
  Bullet: ['de', 'fr', 'it', 'nl', 'es', 'pl'],
  Chat: ['de', 'it', 'nl', 'es'],
  Computer: ['de', 'it', 'nl'],
  Date: ['fr'],
  Email: ['it'],
  Engine: ['de', 'nl'],
  Hint: ['nl'],
  hint: ['nl'],
  Home: ['it', 'nl'],
  Later: ['nl'],
  Letters: ['nl'],
  Live: ['de', 'nl'],
  Lobby: ['de', 'it', 'nl'],
  Name: ['de'],
  Normal: ['de', 'es'],
  Notation: ['de', 'fr'],
  Online: ['de', 'it', 'nl', 'pl'],
  Password: ['it'],
  Pause: ['de', 'fr'],
  'Position (ZIP)': ['fr'],
  Premove: ['nl'],
  Rating: ['nl'],
  Standard: ['de', 'fr', 'it'],
  Start: ['de', 'nl', 'pl'],
  Type: ['fr', 'nl'],
  Volume: ['fr', 'it', 'nl'],
  '{n} ring': ['nl'],
};

const web = fileURLToPath(new URL('..', import.meta.url));
const findings = [];

/** Notes something that is wrong. */
function find(file, key, what) {
  findings.push(`${relative(web, file)}${key === '' ? '' : ` ${key}`}: ${what}`);
}

/** The messages of a file, or nothing where it cannot be read. */
function read(file) {
  if (!existsSync(file)) {
    find(file, '', 'there is no such file');
    return undefined;
  }
  const text = readFileSync(file, 'utf8');
  let messages;
  try {
    messages = JSON.parse(text);
  } catch (error) {
    find(file, '', error.message);
    return undefined;
  }
  const seen = new Set();
  for (const [, key] of text.matchAll(/^\s*"([\w-]+(?:\.[\w-]+)+)"\s*:/gm)) {
    if (seen.has(key)) find(file, key, 'is there twice');
    seen.add(key);
  }
  return messages;
}

/** The texts of a message by plural category; a message without plurals has one text. */
const forms = (message) => (typeof message === 'string' ? { '': message } : message);

/** The placeholders of a text. */
const placeholders = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

/** For each plural category of a language, how many of the numbers that a game can count to are in it. */
function categories(language) {
  const rules = new Intl.PluralRules(language);
  const counts = Object.fromEntries(rules.resolvedOptions().pluralCategories.map((category) => [category, 0]));
  for (let n = 0; n < 1000; n += 1) counts[rules.select(n)] += 1;
  return counts;
}

/** What is wrong with a message in itself. Gives whether it can be looked at further. */
function checkMessage(file, key, message, language) {
  const isPlural = typeof message === 'object' && message !== null && !Array.isArray(message);
  if (typeof message !== 'string' && !isPlural) {
    find(file, key, 'is neither a text nor texts by plural category');
    return false;
  }
  let good = true;
  for (const [category, text] of Object.entries(forms(message))) {
    if (typeof text !== 'string' || text.trim() === '') {
      find(file, key, category === '' ? 'is empty' : `"${category}" is empty`);
      good = false;
    }
  }
  if (!isPlural) return good;
  const counts = categories(language);
  for (const [category, count] of Object.entries(counts)) {
    if ((count > 0 || category === 'other') && !(category in message))
      find(file, key, `lacks the plural "${category}"`);
  }
  for (const category of Object.keys(message)) {
    if (!(category in counts)) find(file, key, `"${category}" is no plural of ${language}`);
  }
  return good;
}

/** Whether the placeholders are those that the English text has. */
function checkPlaceholders(file, key, message, english, language) {
  const wanted = new Set(Object.values(forms(english)).flatMap((text) => [...placeholders(text)]));
  const counts = categories(language);
  for (const [category, text] of Object.entries(forms(message))) {
    const where = category === '' ? '' : ` in "${category}"`;
    const there = placeholders(text);
    for (const name of wanted) {
      // "one ring" says how many it is.
      const needless = name === 'n' && counts[category] === 1;
      if (!there.has(name) && !needless) find(file, key, `lacks {${name}}${where}`);
    }
    for (const name of there) if (!wanted.has(name)) find(file, key, `{${name}}${where} is not in English`);
  }
}

/** Whether there is emphasis as often as in English. */
function checkEmphasis(file, key, message, english) {
  const count = (text) => text.split('*').length - 1;
  const there = Object.values(forms(message)).map(count);
  const wanted = Object.values(forms(english)).map(count);
  if (there.some((n) => n !== wanted[0]))
    find(file, key, 'has emphasis where English has none, or the other way round');
}

/** Whether a text was left in English. */
function checkTranslated(file, key, message, english, language) {
  const texts = new Set(Object.values(forms(english)));
  for (const text of Object.values(forms(message))) {
    const hasWords = /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    if (hasWords && texts.has(text) && !SAME[text]?.includes(language))
      find(file, key, `is the same as in English: "${text}"`);
  }
}

/** Compares all languages of a folder with English. Gives the English messages. */
function checkLanguages(folder) {
  const original = join(folder, 'en.json');
  const english = read(original) ?? {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    if (!LANGUAGES.includes(file.slice(0, -'.json'.length)))
      find(join(folder, file), '', 'is in no language that the app speaks');
  }
  for (const language of LANGUAGES) {
    const file = join(folder, `${language}.json`);
    const messages = language === 'en' ? english : read(file);
    if (messages === undefined) continue;
    for (const key of Object.keys(english)) if (!(key in messages)) find(file, key, 'is missing');
    for (const [key, message] of Object.entries(messages)) {
      if (!checkMessage(file, key, message, language)) continue;
      if (!(key in english)) {
        find(file, key, 'is not in English');
        continue;
      }
      if (language === 'en' || !['string', 'object'].includes(typeof english[key])) continue;
      checkPlaceholders(file, key, message, english[key], language);
      checkEmphasis(file, key, message, english[key]);
      checkTranslated(file, key, message, english[key], language);
    }
  }
  return english;
}

/** All sources below a folder, tests left out. */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'wasm' ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Whether the app says what there is to say. */
function checkUse(english, file) {
  const keys = Object.keys(english);
  const used = new Set();
  for (const source of sources(join(web, 'src'))) {
    const text = readFileSync(source, 'utf8');
    for (const [, , literal] of text.matchAll(/(['"`])([\w-]+(?:\.[\w-]+)+)\1/g)) used.add(literal);
    for (const [, prefix] of text.matchAll(/`([\w-]+\.(?:[\w.-]*))\$\{/g)) {
      for (const key of keys) if (key.startsWith(prefix)) used.add(key);
    }
    for (const [, , key] of text.matchAll(/\bt\(\s*(['"`])([^'"`$]*)\1/g)) {
      if (!(key in english)) find(source, key, 'is said, but there are no words for it');
    }
    for (const [, prefix] of text.matchAll(/\bt\(\s*`([^`$]*)\$\{/g)) {
      if (!keys.some((key) => key.startsWith(prefix)))
        find(source, `${prefix}…`, 'is said, but there are no words for it');
    }
  }
  for (const key of keys) if (!used.has(key)) find(file, key, 'is never said');
}

/** Whether the outline of the rules and their words are about the same. */
function checkOutline(english, file) {
  const outline = join(web, 'src/rules/outline.ts');
  const used = new Set([...readFileSync(outline, 'utf8').matchAll(/'([a-z]+\.[a-z0-9-]+)'/g)].map(([, key]) => key));
  for (const key of used) if (!(key in english)) find(outline, key, 'is in the outline, but there are no words for it');
  for (const key of Object.keys(english)) if (!used.has(key)) find(file, key, 'is not in the outline');
}

const app = join(web, 'messages');
const rules = join(app, 'rules');
checkUse(checkLanguages(app), join(app, 'en.json'));
checkOutline(checkLanguages(rules), join(rules, 'en.json'));

for (const finding of findings) console.log(finding);
if (findings.length > 0) process.exitCode = 1;
