/** Shown on a card that stays in place after its listing was taken, paused, edited or cancelled. */
export const noLongerListed = "N'est plus disponible";
