const late = async () => 1;
export const act = () => {
  late();
};
