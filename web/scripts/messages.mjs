/**
 * Checks the texts of the app: `messages/*.json` for the pages, `messages/rules/*.json` for the rules, `messages/moderation/*.json` for
 * moderators.
 *
 * Every language must have the same keys and placeholders as English, the plurals that it needs, and no English text. Every key of the pages
 * must be used. (A unit test checks that of the rules, and the compiler that every key exists.) Prints one finding per line and fails if there
 * is any.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OTHERS = ['de', 'fr', 'it', 'nl', 'es', 'pl', 'ru'];
const LANGUAGES = ['en', ...OTHERS];

/** Texts that are the same in English and in these languages. */
const SAME = {
  ZÈRTZ: OTHERS,
  'ZEN (zertz.online)': OTHERS,
  'SGF (Boardspace)': OTHERS,
  '(provisional)': ['es'],
  Account: ['it', 'nl'],
  Analyse: ['de', 'fr', 'nl'],
  Animation: ['de', 'fr'],
  Blitz: ['de', 'fr', 'it', 'nl'],
  Blunders: ['nl'],
  bot: ['fr', 'it', 'nl', 'es', 'pl'],
  Bots: ['de', 'fr', 'nl', 'es'],
  Bullet: ['de', 'fr', 'it', 'nl', 'es', 'pl'],
  Chat: ['de', 'it', 'nl', 'es'],
  chat: ['it', 'nl', 'es'],
  Computer: ['de', 'it', 'nl'],
  computer: ['it', 'nl'],
  Date: ['fr'],
  Email: ['it'],
  Engine: ['de', 'nl'],
  Hint: ['nl'],
  Home: ['it', 'nl'],
  Later: ['nl'],
  Letters: ['nl'],
  Live: ['de', 'nl'],
  Lobby: ['de', 'it', 'nl'],
  Moderation: ['de'],
  moderator: ['nl', 'pl'],
  orange: ['de', 'fr'],
  Menu: ['fr', 'it', 'nl', 'pl'],
  Name: ['de'],
  Normal: ['de', 'es'],
  Notation: ['de', 'fr'],
  Note: ['fr'],
  Open: ['nl'],
  Online: ['de', 'it', 'nl', 'pl'],
  Password: ['it'],
  Pause: ['de', 'fr'],
  'Position (ZIP)': ['fr'],
  Premove: ['nl'],
  Rating: ['nl'],
  Spam: ['de', 'fr', 'it', 'nl', 'es', 'pl'],
  Standard: ['de', 'fr', 'it'],
  Type: ['fr', 'nl'],
  Volume: ['fr', 'it', 'nl'],
  '{n} ring': ['nl'],
  '{n} s': ['de', 'fr', 'it', 'nl', 'es', 'pl'],
};

const web = fileURLToPath(new URL('..', import.meta.url));
const findings = [];

function find(file, key, what) {
  findings.push(`${relative(web, file)}${key === '' ? '' : ` ${key}`}: ${what}`);
}

/** The messages of a file; `undefined` if it cannot be read. */
function read(file) {
  let text, messages;
  try {
    text = readFileSync(file, 'utf8');
    messages = JSON.parse(text);
  } catch (error) {
    find(file, '', error.message);
    return undefined;
  }
  const seen = new Set();
  for (const [, key] of text.matchAll(/^\s*"([\w-]+(?:\.[\w-]+)+)"\s*:/gm)) {
    if (seen.has(key)) find(file, key, 'is defined twice');
    seen.add(key);
  }
  return messages;
}

/** The texts of a message by plural category; a message without plurals has one text. */
const forms = (message) => (typeof message === 'string' ? { '': message } : message);

const placeholders = (text) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

/** The plural categories of a language, and how many of the numbers below 1000 are in each. */
function categories(language) {
  const rules = new Intl.PluralRules(language);
  const counts = Object.fromEntries(rules.resolvedOptions().pluralCategories.map((category) => [category, 0]));
  for (let n = 0; n < 1000; n += 1) counts[rules.select(n)] += 1;
  return counts;
}

/** Checks a message by itself. Returns whether it can be compared with English. */
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

/** Checks that a message has the placeholders of the English one. */
function checkPlaceholders(file, key, message, english, language) {
  const wanted = new Set(Object.values(forms(english)).flatMap((text) => [...placeholders(text)]));
  const counts = categories(language);
  for (const [category, text] of Object.entries(forms(message))) {
    const where = category === '' ? '' : ` in "${category}"`;
    const there = placeholders(text);
    for (const name of wanted) {
      // "one ring" needs no number.
      const needless = name === 'n' && counts[category] === 1;
      if (!there.has(name) && !needless) find(file, key, `lacks {${name}}${where}`);
    }
    for (const name of there) if (!wanted.has(name)) find(file, key, `{${name}}${where} is not in English`);
  }
}

/** Checks that a message is translated. */
function checkTranslated(file, key, message, english, language) {
  const texts = new Set(Object.values(forms(english)));
  for (const text of Object.values(forms(message))) {
    const hasWords = /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    if (hasWords && texts.has(text) && !SAME[text]?.includes(language))
      find(file, key, `is the same as in English: "${text}"`);
  }
}

/** Compares all languages of a folder with English. Returns the English messages. */
function checkLanguages(folder) {
  const original = join(folder, 'en.json');
  const english = read(original) ?? {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    if (!LANGUAGES.includes(file.slice(0, -'.json'.length)))
      find(join(folder, file), '', 'is not a language of the app');
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
      checkTranslated(file, key, message, english[key], language);
    }
  }
  return english;
}

/** All source files below a folder, without tests. */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'wasm' ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Checks that the app uses every message. */
function checkUse(english, file) {
  const keys = Object.keys(english);
  const used = new Set();
  for (const source of sources(join(web, 'src'))) {
    const text = readFileSync(source, 'utf8');
    for (const [, , literal] of text.matchAll(/(['"`])([\w-]+(?:\.[\w-]+)+)\1/g)) used.add(literal);
    for (const [, prefix] of text.matchAll(/`([\w-]+\.(?:[\w.-]*))\$\{/g)) {
      for (const key of keys) if (key.startsWith(prefix)) used.add(key);
    }
  }
  for (const key of keys) if (!used.has(key)) find(file, key, 'is never used');
}

const app = join(web, 'messages');
checkUse(checkLanguages(app), join(app, 'en.json'));
const moderation = join(app, 'moderation');
checkUse(checkLanguages(moderation), join(moderation, 'en.json'));
checkLanguages(join(app, 'rules'));

for (const finding of findings) console.log(finding);
if (findings.length > 0) process.exitCode = 1;
