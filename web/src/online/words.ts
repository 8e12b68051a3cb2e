/** Texts about games on the server. */
import { presetOf } from '../core/rules';
import { t } from '../i18n/index.svelte';
import { clockText } from '../stores/clock';
import { boardName } from '../words';
import { problemText } from '../problems';
import type { DeclineReason, ProblemCode, Settings, State, TimeControl } from './api';
import { playerText, type Named } from './people';

export function seatedName(seated: Named | null | undefined): string {
  return seated ? playerText(seated) : t('online.vacant');
}

/** A time control in words: "5 min + 3 s", "3 days per turn". */
export function timeText(time: TimeControl): string {
  switch (time.kind) {
    case 'none':
      return t('new.no-clock');
    case 'fischer': {
      const minutes = time.initial / 60;
      const shown = Number.isInteger(minutes) ? minutes : Number(minutes.toFixed(1));
      return time.increment === 0
        ? t('new.clock-minutes', { n: shown })
        : t('new.clock-value', { minutes: shown, seconds: time.increment });
    }
    case 'perTurn':
      return t('online.per-turn', { n: time.seconds });
    case 'correspondence':
      return t('online.days', { n: time.days });
  }
}

export function leftText(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  if (hours < 24) return clockText(milliseconds);
  return t('online.left-days', { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** The problems that say why a bot declines a challenge. */
const DECLINED = {
  board: 'bot-board',
  rules: 'bot-rules',
  time: 'bot-time',
  rated: 'bot-casual-only',
  casual: 'bot-rated-only',
  bot: 'bot-humans-only',
  busy: 'bot-busy',
  later: 'bot-later',
} as const satisfies Record<DeclineReason, ProblemCode>;

/** Why there will be no game. */
export function abortedText({ declined }: Pick<State, 'declined'>): string {
  if (!declined) return t('online.aborted');
  return t('online.declined', { why: problemText({ code: DECLINED[declined], message: '' }) });
}

export function settingsText(settings: Settings): string {
  const rules = t(`rules.${presetOf(settings.rules) ?? 'custom'}`);
  return [
    boardName(settings.rules.board),
    rules,
    timeText(settings.time),
    settings.rated ? t('online.rated') : t('online.casual'),
  ].join(' · ');
}
