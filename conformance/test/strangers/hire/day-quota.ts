import { Refusal } from "@toolwright/runtime";
import { now, timestamp } from "./clock.ts";

const day = 86_400_000;
const reservationsADay = 60;

/** Counts the reservations of a day of UTC. */
export class DayQuota {
  #day = 0;
  #used = 0;

  draw(): void {
    if (this.show().remaining <= 0)
      throw new Refusal("quota_exceeded", `The branch may make ${reservationsADay} reservations a day.`);
    this.#used += 1;
  }

  giveBack(): void {
    this.#used -= 1;
  }

  show(): { used: number; limit: number; remaining: number; resets_at: string } {
    const today = Math.floor(now() / day);
    if (today !== this.#day) this.#used = 0;
    this.#day = today;
    return {
      used: this.#used,
      limit: reservationsADay,
      remaining: reservationsADay - this.#used,
      resets_at: timestamp((today + 1) * day),
    };
  }
}
