/** A question before a round is booked or changed. After a no the focus goes to `field`, where the question is about one. */
export type RoundQuestion = { question: string; detail?: string; verb: string; field?: string };
type OneQuestion = Omit<RoundQuestion, 'field'> & { lines?: RoundQuestion[] };

/** Questions that are asked together are the lines of one dialog; a single one keeps its own words. */
export function joinQuestions(
  verb: 'Book' | 'Change',
  questions: readonly RoundQuestion[],
): OneQuestion | null {
  const [first, ...others] = questions;
  if (!first || others.length === 0) return first ?? null;
  return { question: `${verb} anyway?`, lines: [...questions], verb: `${verb} anyway` };
}

/** The most players that a tee time takes, where no open time of its minute is known. */
const USUAL_MOST = 8;

type Party = { players: number; play_time: string; largest: number | null };

/**
 * Returns what is asked before a round for so large a party, or null. `largest` is null where no open time is known; `verb` is
 * what is pressed.
 */
export function largePartyQuestion(
  verb: 'Book for' | 'Change to',
  { players, play_time, largest }: Party,
): RoundQuestion | null {
  const most = largest ?? USUAL_MOST;
  if (players <= most) return null;
  const party = `${verb} ${players} players`;
  return {
    question: `${party}?`,
    detail:
      largest === null
        ? `That is more than any tee time takes: ${USUAL_MOST} players at most.`
        : `The open times at ${play_time} take ${partySizeText(most)} at most.`,
    verb: party,
    field: 'players',
  };
}

export const partySizeText = (players: number): string => (players === 1 ? '1 player' : `${players} players`);
