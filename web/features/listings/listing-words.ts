/** On a card that stays where it is after its listing was taken, paused, edited or cancelled. */
export const noLongerListed = "N'est plus disponible";
