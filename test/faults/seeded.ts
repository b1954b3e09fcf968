/** A pseudo-random number generator that gives the same numbers for the same seed. */
export class SeededRandomNumbers {
  #state = 2_166_136_261;

  constructor(seed: string) {
    for (const unit of seed) this.#state = Math.imul(this.#state ^ (unit.codePointAt(0) ?? 0), 16_777_619);
  }

  /** Returns a random number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a random whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(among: readonly T[]): T {
    const picked = among[this.between(0, among.length - 1)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }
}
