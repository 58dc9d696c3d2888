// The build puts the front end of the board beside page.js, under this name.
export { default } from "../frontend/board/board.js";
