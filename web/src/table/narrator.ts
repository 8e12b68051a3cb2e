/** Joins what happened at a table and what the person has to do into announcements for screen readers. */
export class Narrator {
  #news: string[] = [];
  #task = '';

  add(news: string): void {
    if (news) this.#news.push(news);
  }

  /** The next announcement: the news since the last one, and the task if it is a new one. Empty if there is nothing to say. */
  next(task: string): string {
    const fresh = task === this.#task ? '' : task;
    // A task that consists of the news, such as a refusal, says it all.
    const news = this.#news.filter((text) => !fresh.includes(text));
    this.#news = [];
    this.#task = task;
    return [...news, fresh].filter(Boolean).join(' ');
  }
}
