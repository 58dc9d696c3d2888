// Messages about the game. If there is only one person, and no name has been entered, the
// messages say "you".

import type { Mark } from "../shared/game.ts";
import { _, fill } from "../shared/texts.ts";
import type { View } from "./view.ts";
import { computerMark, PLAIN_NAMES, personName, shownPosition } from "./view.ts";

/** Return whether a mark's player has only the default name. */
export function isUnnamed(
  {
    names,
    rules_name: rules,
    shared_players: shared,
  }: Pick<View, "names" | "rules_name" | "shared_players">,
  mark: Mark,
) {
  return [PLAIN_NAMES[mark], shared[rules]?.[mark]].includes(names[mark]);
}

/** Return the computer's mark if messages say "you", otherwise null. */
function opponentOf(view: AddressView) {
  const computer = view.activity ? null : computerMark(view.players);
  return computer && isUnnamed(view, computer === "X" ? "O" : "X") ? computer : null;
}

/** Return whether the only person has lost to the computer. */
export function hasLost({ activity, players, winner }: View) {
  return !activity && winner !== null && winner === computerMark(players);
}

/** Traits on which messages depend. */
type AddressView = Pick<
  View,
  | "activity"
  | "is_over"
  | "match"
  | "names"
  | "players"
  | "resigned"
  | "rules_name"
  | "shared_players"
  | "winner"
> &
  Parameters<typeof shownPosition>[0];

/** Return a message that says whose turn it is, or how the game or match ended. */
export function messageOf(view: AddressView) {
  const { current_player: mover, message } = shownPosition(view);
  const { is_over: isOver, match, names, resigned, viewed, winner } = view;
  if (match?.result && !viewed) return match.result;
  const computer = opponentOf(view);
  if (!computer) return message;
  const isPlain = isUnnamed(view, computer);
  if (viewed || !isOver) {
    if (mover !== computer) return _("Your turn");
    return isPlain ? _("The computer's turn") : message;
  }
  if (!winner) return message;
  if (winner === computer) return _("You lost.");
  if (!resigned) return _("You win!");
  return isPlain
    ? _("The computer resigned. You win!")
    : fill("{player} resigned. You win!", { player: personName(names[computer]) });
}

/** Return a message that says whose turn it is in the earlier position that the board shows. */
export function pastTurnOf(view: AddressView) {
  const { current_player: mover } = shownPosition(view);
  const computer = opponentOf(view);
  if (computer && mover !== computer) return _("It was your turn");
  return computer && isUnnamed(view, mover)
    ? _("It was the computer's turn")
    : fill("It was {player}'s turn", { player: personName(view.names[mover]) });
}

/** Return the message that a player is choosing a move. */
export function thinkingMessage(view: AddressView, mark: Mark) {
  return opponentOf(view) === mark && isUnnamed(view, mark)
    ? _("The computer is thinking…")
    : fill("{player} is thinking…", { player: personName(view.names[mark]) });
}
