// Dates of daily puzzles, such as "2026-11-21".

/** Return the local date `days` days after `now`, or before `now` if `days` is negative. */
export function isoDay(now: Date, days = 0) {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${day.getFullYear()}-${month}-${date}`;
}
